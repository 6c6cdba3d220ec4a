import { useEffect, useState } from 'preact/hooks';
import { type Settings, settingsFromHash, settingsToHash } from './settings.js';

/** The settings, kept equal to the address bar in both directions. */
export function useSettings(): [Settings, (change: Partial<Settings>) => void] {
  const [settings, setSettings] = useState(() => settingsFromHash(location.hash));
  useEffect(() => {
    const read = (): void => setSettings(settingsFromHash(location.hash));
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const change = (changes: Partial<Settings>): void =>
    setSettings((before) => {
      const after = { ...before, ...changes };
      const hash = settingsToHash(after);
      // Replaced, so that the back button leaves the inspector instead of undoing a knob.
      history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
      return after;
    });
  return [settings, change];
}
