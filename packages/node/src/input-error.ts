/** Errors of inputs that are damaged, or that nothing here reads. */

/** An error of reading, with the fields of the operating system's. */
export function inputError(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: 'EBADMSG', syscall: 'read' });
}

/** Whether an error is one of {@link inputError}. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'EBADMSG';
}
