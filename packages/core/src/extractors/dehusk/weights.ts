// Not trained yet.
export const DEFAULT_WEIGHTS = '';
