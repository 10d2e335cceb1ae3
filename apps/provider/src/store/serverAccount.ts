import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, relative } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseError } from './DatabaseError.js'

/** The system account PostgreSQL runs under. */
export type ServerAccount = {
  readonly uid: number
  readonly gid: number
}

const accountName = 'postgres'
const othersExecuteBit = 0o001

const run = promisify(execFile)

/** PostgreSQL does not run as root. Undefined if the provider is not root. */
export async function findServerAccount(): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return (await findAccount()) ?? (await createAccount())
}

/** Gives the cluster directory to the account and makes all parent directories traversable. */
export async function chownDirectory(directory: string, account: ServerAccount): Promise<void> {
  await chown(directory, account.uid, account.gid)
  await chmod(directory, 0o700)
  for (let parent = dirname(directory); parent !== dirname(parent); parent = dirname(parent)) {
    await allowTraversal(parent, dirname(directory), account)
  }
}

/** Whether the account can enter a directory and all its parents. */
export async function canReach(directory: string, account: ServerAccount): Promise<boolean> {
  const { mode, uid, gid } = await stat(directory)
  if ((mode & traversalBit({ uid, gid }, account)) === 0) return false
  return directory === dirname(directory) || canReach(dirname(directory), account)
}

function traversalBit({ uid, gid }: ServerAccount, account: ServerAccount): number {
  if (uid === account.uid) return 0o100
  return gid === account.gid ? 0o010 : othersExecuteBit
}

async function allowTraversal(
  parent: string,
  dataDirectory: string,
  account: ServerAccount,
): Promise<void> {
  const { mode, uid, gid } = await stat(parent)
  if ((mode & traversalBit({ uid, gid }, account)) !== 0) return
  // Traversal does not allow listing. Directories of others are not changed.
  const isOurs = parent === dataDirectory || isInside(parent, tmpdir())
  if (!isOurs || uid !== 0) {
    throw new DatabaseError(
      'data-directory-unreachable',
      `The ${accountName} account cannot access ${parent}; run "chmod o+x ${parent}" or choose another data directory.`,
    )
  }
  await chmod(parent, mode | othersExecuteBit)
}

function isInside(path: string, directory: string): boolean {
  const rest = relative(directory, path)
  return rest !== '' && !rest.startsWith('..')
}

async function findAccount(): Promise<ServerAccount | undefined> {
  try {
    const [uid, gid] = await Promise.all([
      run('id', ['-u', accountName]),
      run('id', ['-g', accountName]),
    ])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    // `id` fails when there is no such account.
    return undefined
  }
}

async function createAccount(): Promise<ServerAccount> {
  let failure: unknown
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', accountName])
  } catch (error) {
    // Another provider may have created it; the lookup decides.
    failure = error
  }
  const account = await findAccount()
  if (account !== undefined) return account
  throw new DatabaseError(
    'server-start-failed',
    `PostgreSQL does not run as root and the account "${accountName}" could not be created; run the provider as an ordinary user or set --database-url.`,
    { cause: failure },
  )
}
