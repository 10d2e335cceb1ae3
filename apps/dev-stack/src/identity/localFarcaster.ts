import { createHash, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { decodeFunctionData, encodeAbiParameters, type Hex, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { localPage, noticePage } from './pageMarkup.js'
import { handleOf, localPeople } from './people.js'

type Channel = {
  readonly nonce: string
  readonly siweUri: string
  readonly domain: string
  readonly url: string
  signed?: {
    readonly message: string
    readonly signature: Hex
    readonly fid: number
    readonly username: string
  }
}

const registryAbi = parseAbi(['function idOf(address owner) view returns (uint256 fid)'])
const maxChannels = 1_000

/** People with Farcaster ids and the keys that own them, the same in every run. */
const members = localPeople.map((person, index) => {
  const fid = 1_001 + index
  const seed = createHash('sha256').update(`latchkey local farcaster ${fid}`).digest('hex')
  return { fid, person, account: privateKeyToAccount(`0x${seed}`) }
})

/**
 * Replaces Farcaster locally: the relay between a site and the app, the app on a phone, and a node of
 * the chain with the id registry.
 */
export function createLocalFarcaster(address: string, now: () => number): Hono {
  const channels = new Map<string, Channel>()
  const app = new Hono()
  const base = new URL(address).pathname

  app.post(`${base}/v1/channel`, async (context) => {
    const { siweUri, domain, nonce } = await context.req.json<Record<string, string>>()
    if (!siweUri || !domain) return context.json({ errors: ['siweUri and domain are needed'] }, 400)
    const channelToken = randomBytes(16).toString('hex')
    const url = `${address}/app?channelToken=${channelToken}`
    const channel = { siweUri, domain, url, nonce: nonce ?? randomBytes(8).toString('hex') }
    channels.set(channelToken, channel)
    const [oldest] = channels.keys()
    if (channels.size > maxChannels && oldest !== undefined) channels.delete(oldest)
    return context.json({ channelToken, url, nonce: channel.nonce }, 201)
  })

  app.get(`${base}/v1/channel/status`, (context) => {
    const channel = channelOf(context.req.header('authorization'))
    if (!channel) return context.json({ error: 'Unauthorized' }, 401)
    const { nonce, url, signed } = channel
    if (!signed) return context.json({ state: 'pending', nonce, url }, 202)
    return context.json({ state: 'completed', nonce, url, ...signed })
  })

  app.post(`${base}/v1/channel/authenticate`, async (context) => {
    const channel = channelOf(context.req.header('authorization'))
    if (!channel) return context.json({ error: 'Unauthorized' }, 401)
    channel.signed = await context.req.json()
    return context.json({ state: 'completed' }, 201)
  })

  function channelOf(header: string | undefined): Channel | undefined {
    return channels.get(/^bearer (.+)$/i.exec(header ?? '')?.[1] ?? '')
  }

  /** The app on the phone. `?fid=1001&answer=approve` responds at once, for scripts. */
  app.get(`${base}/app`, async (context) => {
    const { channelToken = '', fid, answer } = context.req.query()
    const channel = channels.get(channelToken)
    if (!channel) return context.html(noticePage('Too late', 'Show the code again.'), 404)
    if (answer === 'deny') return context.html(noticePage('Not signed in', 'You said no.'))
    const member = members.find((one) => String(one.fid) === fid)
    if (answer !== 'approve' || !member) return context.html(appPage(channelToken, channel.domain))
    await approve(channel, member)
    return context.html(noticePage('Signed in', `Go back to ${channel.domain}.`))
  })

  async function approve(channel: Channel, { fid, person, account }: Member): Promise<void> {
    const message = createSiweMessage({
      address: account.address,
      chainId: 10,
      domain: channel.domain,
      uri: channel.siweUri,
      nonce: channel.nonce,
      version: '1',
      statement: 'Farcaster Auth',
      issuedAt: new Date(now()),
      resources: [`farcaster://fid/${fid}`],
    })
    const signature = await account.signMessage({ message })
    channel.signed = { message, signature, fid, username: handleOf(person) }
  }

  app.post(`${base}/node`, async (context) => {
    const { id, method, params } = await context.req.json<{
      id: number
      method: string
      params: [{ data: Hex }]
    }>()
    if (method === 'eth_chainId') return context.json({ jsonrpc: '2.0', id, result: '0xa' })
    if (method !== 'eth_call') {
      return context.json({
        jsonrpc: '2.0',
        id,
        error: { code: -32601, message: 'No such method' },
      })
    }
    const { args } = decodeFunctionData({ abi: registryAbi, data: params[0].data })
    const member = members.find(({ account }) => account.address === args[0])
    const result = encodeAbiParameters([{ type: 'uint256' }], [BigInt(member?.fid ?? 0)])
    return context.json({ jsonrpc: '2.0', id, result })
  })
  return app
}

type Member = (typeof members)[number]

function appPage(channelToken: string, domain: string) {
  const people = members.map(
    ({ fid, person }) => html`<form>
      <input type="hidden" name="channelToken" value="${channelToken}">
      <input type="hidden" name="fid" value="${fid}">
      <button class="person" name="answer" value="approve">
        <span class="initials" aria-hidden="true">${person.name.slice(0, 1)}</span>
        <span><strong>${person.name}</strong><small>@${handleOf(person)} · ${fid}</small></span>
      </button>
    </form>`,
  )
  return localPage(
    'Farcaster on your phone',
    html`<p>${domain} wants you to sign in</p>
      <div class="people">${people}</div>
      <form class="actions">
        <input type="hidden" name="channelToken" value="${channelToken}">
        <button name="answer" value="deny">Cancel</button>
      </form>`,
  )
}
