/**
 * An error whose message says what happened and what to do; printed without a stack. Any other error is a
 * bug in the scripts and keeps its stack.
 */
export class PlainError extends Error {
  name = 'PlainError'
}

/** What to print for any thrown value. */
export function describeError(error) {
  if (error instanceof PlainError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Runs a command-line entry; a thrown error becomes a printed sentence and exit code 1. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(describeError(error))
    process.exitCode = 1
  }
}
