/** The beginning of a file name, in any case, that Windows takes for a device, whatever follows its first dot. */
export const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
