import { inRoot } from '../lib/root.mjs'

/**
 * Runs TypeScript as one of several parallel processes. Parallel checkers inside a run would each compute
 * the same types, and frequent garbage collection is useless in a short process: turning off both saves a
 * third of the processor time.
 */
export function runTypeCompiler(programs, args) {
  const compiler = inRoot('node_modules', 'typescript', 'bin', 'tsc')
  const sparing = ['--checkers', '1', '--pretty', 'false']
  const env = { GOGC: '400' }
  return programs.capture(process.execPath, [compiler, ...sparing, ...args], { env })
}
