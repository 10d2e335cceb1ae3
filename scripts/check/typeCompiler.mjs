import { inRoot } from '../lib/root.mjs'

/**
 * Runs TypeScript to look for errors; several runs go side by side. Checkers beside each other in one run
 * work the same types out again each, and memory that is given back soon anyway need not be swept often:
 * without both, a run takes half as much processor time again.
 */
export function runTypeCompiler(programs, args) {
  const compiler = inRoot('node_modules', 'typescript', 'bin', 'tsc')
  const sparing = ['--checkers', '1', '--pretty', 'false']
  const env = { GOGC: '400' }
  return programs.capture(process.execPath, [compiler, ...sparing, ...args], { env })
}
