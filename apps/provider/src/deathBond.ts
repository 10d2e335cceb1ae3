import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * What goes before a command so that the system ends it when this process is killed outright: nothing
 * where the system has no such thing, and then whoever starts next deals with what was left behind.
 */
export async function deathBond(signal: 'INT' | 'TERM'): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  const bond = ['setpriv', '--pdeathsig', signal]
  try {
    await promisify(execFile)('setpriv', [...bond.slice(1), 'true'])
    return bond
  } catch {
    return []
  }
}
