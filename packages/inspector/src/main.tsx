import { render } from 'preact';
import { App } from './views/app.js';

render(<App />, document.getElementById('app') as HTMLElement);
