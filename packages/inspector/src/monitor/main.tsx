import { render } from 'preact';
import { MonitorPage } from './monitor-page.js';

render(<MonitorPage />, document.getElementById('monitor') as HTMLElement);
