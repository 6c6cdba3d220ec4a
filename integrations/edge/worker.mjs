// What is deployed: `wrangler deploy`, `deno serve worker.mjs`, `bun worker.mjs`.
import { openService } from './service.mjs';

export default openService();
