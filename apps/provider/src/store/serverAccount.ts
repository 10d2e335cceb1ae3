import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, relative } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseError } from './DatabaseError.js'

/** The system account PostgreSQL runs under. */
export interface ServerAccount {
  readonly uid: number
  readonly gid: number
}

const ACCOUNT = 'postgres'
const OTHERS_MAY_TRAVERSE = 0o001

const run = promisify(execFile)

/** PostgreSQL does not run as root. Undefined if the provider is not root. */
export async function findServerAccount(): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return (await lookUp()) ?? (await create())
}

/** Gives the cluster directory to the account and makes all parent directories traversable. */
export async function giveDirectory(directory: string, account: ServerAccount): Promise<void> {
  await chown(directory, account.uid, account.gid)
  await chmod(directory, 0o700)
  for (let parent = dirname(directory); parent !== dirname(parent); parent = dirname(parent)) {
    await letThrough(parent, dirname(directory), account)
  }
}

async function letThrough(
  parent: string,
  dataDirectory: string,
  account: ServerAccount,
): Promise<void> {
  const { mode, uid, gid } = await stat(parent)
  const needed = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : OTHERS_MAY_TRAVERSE
  if ((mode & needed) !== 0) return
  // Traversal does not allow listing. Directories of others are not changed.
  const isOurs = parent === dataDirectory || isInside(parent, tmpdir())
  if (!isOurs || uid !== 0) {
    throw new DatabaseError(
      'data-directory-unreachable',
      `The ${ACCOUNT} account cannot access ${parent}; run "chmod o+x ${parent}" or choose another data directory.`,
    )
  }
  await chmod(parent, mode | OTHERS_MAY_TRAVERSE)
}

function isInside(path: string, directory: string): boolean {
  const rest = relative(directory, path)
  return rest !== '' && !rest.startsWith('..')
}

async function lookUp(): Promise<ServerAccount | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', ACCOUNT]), run('id', ['-g', ACCOUNT])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    // `id` fails when there is no such account.
    return undefined
  }
}

async function create(): Promise<ServerAccount> {
  let failure: unknown
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', ACCOUNT])
  } catch (error) {
    // Another provider may have created it; the lookup decides.
    failure = error
  }
  const account = await lookUp()
  if (account !== undefined) return account
  throw new DatabaseError(
    'server-start-failed',
    `PostgreSQL does not run as root and the account "${ACCOUNT}" could not be created; run the provider as an ordinary user or set --database-url.`,
    { cause: failure },
  )
}
