/** Milliseconds a test waits for a condition: Vitest's default of one second measures the machine's load. */
export const patience = 60_000
