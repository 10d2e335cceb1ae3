import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from './plainError.mjs'
import { inRoot } from './root.mjs'
import { startStaticServer } from './staticServer.mjs'

/**
 * Everything `npm start` brings up: a name, the distance of its port from the base, its address at a
 * port, and how to start it. `start` receives `{ port, dataDir, urls, part }`, where `part(name)` waits
 * for another part, and answers `{ url, stop, exited? }`; `exited` settles when it ends by itself.
 */
export const localParts = [
  { name: 'demo', offset: 0, address: pageAddress, start: servePage('apps/demo') },
  {
    name: 'sample-wallet',
    offset: 1,
    address: pageAddress,
    start: servePage('apps/sample-wallet'),
  },
  { name: 'chain-1', offset: 2, address: serverAddress, start: serveChain(1) },
  { name: 'chain-8453', offset: 3, address: serverAddress, start: serveChain(8453) },
  { name: 'provider', offset: 4, address: serverAddress, start: serveProvider },
  { name: 'relay', offset: 5, address: relayAddress, start: serveRelay },
  // Clients that find its socket by themselves look on the port after its own.
  { name: 'solana', offset: 6, address: serverAddress, start: serveSolana },
  // An origin of its own, by name: passkeys want one.
  { name: 'login', offset: 8, address: pageAddress, start: serveLogin },
  { name: 'inbox', offset: 9, address: pageAddress, start: serveInbox },
  { name: 'identity', offset: 10, address: pageAddress, start: serveIdentity },
]

/** Where the local bundler serves smart accounts. */
const smartChains = ['eip155:1', 'eip155:8453']

/** The zone of the provider's names, as the specification has it. */
const nameZone = 'reown.id'

/** Where every part listens, by name. */
export function localUrls(portBase) {
  return Object.fromEntries(
    localParts.map(({ name, offset, address }) => [name, address(portBase + offset)]),
  )
}

/** Starts every part at once, each as soon as those it waits for are up; answers a promise per name. */
export function startParts({ portBase, dataDir, urls }) {
  const starting = {}
  // A part asks for others only after this turn, when all of them are here.
  const part = async (name) => starting[name]
  for (const { name, offset, start } of localParts) {
    starting[name] = Promise.resolve().then(() =>
      start({ port: portBase + offset, dataDir, urls, part }),
    )
  }
  return starting
}

/** What pages read from `/local.json` to find their neighbours. */
export function describeLocal(urls) {
  return {
    chains: { 'eip155:1': urls['chain-1'], 'eip155:8453': urls['chain-8453'] },
    solana: urls.solana,
    sampleWallet: urls['sample-wallet'],
    provider: urls.provider,
    relay: urls.relay,
    login: urls.login,
    inbox: urls.inbox,
  }
}

/** Starts the provider's API over the local chains, on a database below `dataDir`. */
export async function serveProvider({ port, dataDir, urls, part }) {
  // Imported here, because the provider must be built before it can be loaded.
  const { openDatabase } = await import('@latchkey/provider/openDatabase')
  const { startApi } = await import('@latchkey/provider/startApi')
  const names = ['chain-1', 'chain-8453', ...('solana' in urls ? ['solana'] : [])]
  const chains = await Promise.all(names.map(part))
  const database = await openDatabase({ dataDir: join(dataDir, 'database') })
  try {
    const api = await startApi({
      port,
      database,
      ...(await openKeys(dataDir)),
      chains: chains.map(({ settings }) => settings),
      onramp: {
        driver: 'sandbox',
        chains: ['eip155:1', 'eip155:8453'],
        treasuryKey: chains[0].faucet.privateKey,
      },
      bundler: { chains: smartChains, executorKey: chains[0].executor.privateKey },
      ...(urls.login && { loginUrl: urls.login }),
    })
    const stop = async () => {
      await api.stop()
      await database.stop()
    }
    const settings = chains.map((chain) => chain.settings)
    return { url: api.url, database, chains: settings, exited: database.lost, stop }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Starts the relay on the provider's database. */
export async function serveRelay({ port, part }) {
  const { startRelay } = await import('@latchkey/provider/startRelay')
  const { database } = await part('provider')
  return startRelay({ port, database })
}

/** Starts the login site on the provider's database; its mail and its identities are local too. */
export async function serveLogin({ port, dataDir, urls, part }) {
  const { startLogin } = await import('@latchkey/provider/startLogin')
  const { openLoginSecrets } = await import('@latchkey/provider/openSecrets')
  const [provider, inbox, identity] = await Promise.all(['provider', 'inbox', 'identity'].map(part))
  return startLogin({
    port,
    host: 'localhost',
    publicUrl: urls.login,
    database: provider.database,
    apiUrl: provider.url,
    chains: provider.chains,
    bundlerChains: smartChains,
    secrets: openLoginSecrets(dataDir),
    mail: { url: inbox.smtpUrl, from: 'Latchkey <login@latchkey.localhost>' },
    social: identity.social,
    // A day elsewhere: short here, so that a first wallet by Farcaster can be tried.
    recoveryWaitMs: 5_000,
  })
}

/** Starts a mail server that keeps what it is sent, and shows it on a page. */
export async function serveInbox({ port }) {
  const { startInbox } = await import('@latchkey/dev-stack/startInbox')
  return startInbox({ port })
}

/** Starts identity servers that speak like each social provider does. */
export async function serveIdentity({ port, urls }) {
  const { startIdentity } = await import('@latchkey/dev-stack/startIdentity')
  return startIdentity({ port, loginUrl: urls.login })
}

async function openKeys(dataDir) {
  const { openSecrets } = await import('@latchkey/provider/openSecrets')
  return openSecrets(dataDir)
}

/** Starts an Ethereum development chain, kept below `dataDir`; the first knows the provider's names. */
export function serveChain(chainId) {
  return async ({ port, dataDir, urls }) => {
    const { startLocalEvm } = await import('@latchkey/dev-stack/startLocalEvm')
    const stateFile = join(dataDir, `chain-${chainId}.json`)
    const zone = chainId === 1 && urls.provider && (await describeZone(dataDir, urls.provider))
    return startLocalEvm({ chainId, port, stateFile, ...(zone && { zone }) }).catch(explain)
  }
}

async function describeZone(dataDir, provider) {
  const { privateKeyToAddress } = await import('viem/accounts')
  const { nameSignerKey } = await openKeys(dataDir)
  return {
    zone: nameZone,
    gatewayUrl: `${provider}/ccip/{sender}/{data}.json`,
    signer: privateKeyToAddress(nameSignerKey),
  }
}

/** Starts a Solana development chain, kept below `dataDir`. */
export async function serveSolana({ port, dataDir }) {
  const { startLocalSolana } = await import('@latchkey/dev-stack/startLocalSolana')
  return startLocalSolana({ port, stateFile: join(dataDir, 'solana.json') }).catch(explain)
}

/**
 * What a local chain says when it cannot start is meant for the reader as it is.
 *
 * @returns {never}
 */
function explain(error) {
  throw error.name === 'LocalChainError' ? new PlainError(error.message) : error
}

function servePage(app) {
  return ({ port, urls }) => {
    const folder = inRoot(app, 'dist')
    if (!existsSync(folder)) throw new PlainError(`${app} is not built: ${folder} is missing.`)
    return startStaticServer({ folder, port, documents: { '/local.json': describeLocal(urls) } })
  }
}

function pageAddress(port) {
  return `http://localhost:${port}`
}

function serverAddress(port) {
  return `http://127.0.0.1:${port}`
}

function relayAddress(port) {
  return `ws://127.0.0.1:${port}`
}
