/** Milliseconds a test waits for a condition; Vitest's default of one second is too short on a busy machine. */
export const patience = 60_000
