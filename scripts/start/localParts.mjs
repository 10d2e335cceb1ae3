import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../lib/plainError.mjs'
import { inRoot } from '../lib/root.mjs'
import { startStaticServer } from '../lib/staticServer.mjs'

/**
 * Everything that `npm start` runs: a name, its port relative to the base, its address at a port, and how
 * to start it. `start` receives `{ port, dataDir, urls, relayUrls, part }`, where `part(name)` waits for another part,
 * and returns `{ url, stop, exited? }`; `exited` settles when it ends by itself.
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
  // Clients that discover the socket by themselves use the next port.
  { name: 'solana', offset: 6, address: serverAddress, start: serveSolana },
  // A named origin, because passkeys need one.
  { name: 'login', offset: 8, address: pageAddress, start: serveLogin },
  { name: 'inbox', offset: 9, address: pageAddress, start: serveInbox },
  { name: 'identity', offset: 10, address: pageAddress, start: serveIdentity },
]

/** Chains on which the local bundler serves smart accounts. */
const smartChains = ['eip155:1', 'eip155:8453']

/** Gas that the local project pays for: any call, a few operations of an account per day. */
const sponsorPolicy = {
  name: 'playground',
  chains: smartChains,
  budget: { perAccountPerDay: '0.005', perDay: '10', total: '1000' },
}

/** What the local project lays out for fees that are paid in tokens. */
const tokenBudget = { perAccountPerDay: '0.1', perDay: '10' }

/** The parent domain of registered names. */
const nameZone = 'reown.id'

/** URLs of all parts, by name. */
export function localUrls(portBase) {
  return Object.fromEntries(
    localParts.map(({ name, offset, address }) => [name, address(portBase + offset)]),
  )
}

/** Starts every part as soon as those it needs are up; returns a promise per name. */
export function startParts({ portBase, dataDir, urls, relayUrls = [] }) {
  const starting = {}
  // Deferred by a turn, so that every part is registered.
  const part = async (name) => starting[name]
  for (const { name, offset, start } of localParts) {
    starting[name] = Promise.resolve().then(() =>
      start({ port: portBase + offset, dataDir, urls, relayUrls, part }),
    )
  }
  return starting
}

/** `/local.json`, from which pages learn the URLs of the other parts. */
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
  const { developmentProjectId, startApi } = await import('@latchkey/provider/startApi')
  const { paymasters, tokenFees } = await localPaymasters()
  const names = ['chain-1', 'chain-8453', ...('solana' in urls ? ['solana'] : [])]
  const chains = await Promise.all(names.map(part))
  const database = await openDatabase({ dataDir: join(dataDir, 'database') })
  try {
    const sandbox = {
      driver: 'sandbox',
      chains: chains.map(({ settings }) => settings.id),
      treasuryKey: chains[0].faucet.privateKey,
      ...(chains[2] && { solanaTreasuryKey: toHexKey(chains[2].faucet.privateKey) }),
    }
    const api = await startApi({
      port,
      database,
      ...(await openKeys(dataDir)),
      chains: chains.map(({ settings }) => settings),
      ...(chains[2] && { aggregators: [{ driver: 'jupiter', url: chains[2].exchangeUrl }] }),
      onramp: sandbox,
      pay: sandbox,
      bundler: { chains: smartChains, executorKey: chains[0].executor.privateKey },
      paymaster: {
        contracts: paymasters,
        policies: [{ ...sponsorPolicy, project: developmentProjectId }],
        tokenFees: { ...tokenFees, projects: [developmentProjectId], budget: tokenBudget },
        confirmations: Object.fromEntries(smartChains.map((chain) => [chain, 0])),
        signerKey: chains[0].sponsor.privateKey,
      },
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

/** The contracts that pay for operations, and the tokens that one of them takes. */
async function localPaymasters() {
  const { localAddresses } = await import('@latchkey/dev-stack/startLocalEvm')
  const { sponsorPaymaster, tokenPaymaster, usdc, usdt } = localAddresses
  const onEach = (value) => Object.fromEntries(smartChains.map((chain) => [chain, value]))
  return {
    paymasters: onEach(sponsorPaymaster),
    tokenFees: { contracts: onEach(tokenPaymaster), tokens: onEach([usdc, usdt]) },
  }
}

/** A secret of bytes, as settings write it. */
function toHexKey(bytes) {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

/** Starts the relay on the provider's database. Clients may also know it by `relayUrls`. */
export async function serveRelay({ port, part, relayUrls = [] }) {
  const { startRelay } = await import('@latchkey/provider/startRelay')
  const { database } = await part('provider')
  return startRelay({ port, database, publicUrls: relayUrls })
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
    ...(await localPaymasters()),
    secrets: openLoginSecrets(dataDir),
    mail: { url: inbox.smtpUrl, from: 'Latchkey <login@latchkey.localhost>' },
    social: identity.social,
    // A day in production; short here, so that a first wallet by Farcaster can be tried.
    recoveryWaitMs: 5_000,
  })
}

/** Starts a mail server that shows received mail on a page. */
export async function serveInbox({ port }) {
  const { startInbox } = await import('@latchkey/dev-stack/startInbox')
  return startInbox({ port })
}

/** Starts stand-ins for the social providers. */
export async function serveIdentity({ port, urls }) {
  const { startIdentity } = await import('@latchkey/dev-stack/startIdentity')
  return startIdentity({ port, loginUrl: urls.login })
}

async function openKeys(dataDir) {
  const { openSecrets } = await import('@latchkey/provider/openSecrets')
  return openSecrets(dataDir)
}

/** Starts an Ethereum development chain with its data in `dataDir`; the first one has the name contracts. */
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

/** Starts a Solana development chain with its data in `dataDir`. */
export async function serveSolana({ port, dataDir }) {
  const { startLocalSolana } = await import('@latchkey/dev-stack/startLocalSolana')
  const { startSolanaExchange } = await import('@latchkey/dev-stack/startSolanaExchange')
  const stateFile = join(dataDir, 'solana.json')
  const chain = await startLocalSolana({ port, stateFile }).catch(explain)
  const exchange = await startSolanaExchange({ chain })
  const stop = async () => {
    await exchange.stop()
    await chain.stop()
  }
  return { ...chain, exchangeUrl: exchange.url, stop }
}

/**
 * A local chain that cannot start explains itself in its message.
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
