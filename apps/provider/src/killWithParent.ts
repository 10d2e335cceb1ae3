import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Command prefix: the kernel signals the child when this process dies. Empty where the system cannot do it. */
export async function killWithParent(signal: 'INT' | 'TERM'): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  const prefix = ['setpriv', '--pdeathsig', signal]
  try {
    await promisify(execFile)('setpriv', [...prefix.slice(1), 'true'])
    return prefix
  } catch {
    return []
  }
}
