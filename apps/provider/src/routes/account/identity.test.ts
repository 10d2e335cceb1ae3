import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { namehash } from 'viem'
import { describe, expect, it } from 'vitest'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { createManualClock } from '../../testing/manualClock.js'
import {
  accountAt,
  aliceAccount,
  bobAccount,
  createChainApi,
  createFailingApi,
  quickFaults,
  useBadNodes,
  useLocalEvm,
} from './chainApi.fixture.js'

const { publicResolver, reverseRegistrar, collectible } = localAddresses

const main = useLocalEvm(1)
const startBadNode = useBadNodes()
const [alice, bob, carol] = [aliceAccount, bobAccount, accountAt(2)]

const api = () => createChainApi([main.settings])
const localNames = {
  reverse: async () => [
    { name: 'carol.latchkey.id', attributes: { avatar: 'https://img.example/c.png' } },
    { name: 'later.latchkey.id', attributes: null },
  ],
}

/** Pages load avatars from this provider, not from their host. */
const avatarAt = (address: string) => `https://provider.test/public/getAvatarImage/${address}`

async function setAvatar(avatar: string): Promise<void> {
  const { abi } = main.writer.contract('PublicResolver')
  const args = [namehash('bob.eth'), 'avatar', avatar]
  await main.writer.call({ from: bob, to: publicResolver, abi, name: 'setText', args })
}

describe('an address', () => {
  it.each(['/v1/identity/', '/v1/account/'])(
    'has its ENS name and avatar, at %s',
    async (start) => {
      const path = `${start}${alice.address}${start.includes('account') ? '/identity' : ''}`
      const answer = await api().get(path, { query: { sender: bob.address } })
      expect(answer).toMatchObject({
        status: 200,
        json: {
          name: 'alice.eth',
          avatar: expect.stringMatching(/^data:image\/svg\+xml/),
          resolvedAt: expect.any(String),
        },
      })
      expect(answer.headers.get('cache-control')).toMatch(/^public/)
    },
  )

  it('has its local name otherwise', async () => {
    const over = createChainApi([main.settings], { localNames })
    const { json } = await over.get(`/v1/identity/${carol.address}`)
    expect(json).toMatchObject({ name: 'carol.latchkey.id', avatar: avatarAt(carol.address) })
    expect((await over.get(`/v1/identity/${alice.address}`)).json.name).toBe('alice.eth')
  })

  it('has no name that does not resolve back', async () => {
    const { abi } = main.writer.contract('ReverseRegistrar')
    await main.writer.call({
      from: carol,
      to: reverseRegistrar,
      abi,
      name: 'setName',
      args: ['alice.eth'],
    })
    expect((await api().get(`/v1/identity/${carol.address}`)).json).toMatchObject({
      name: null,
      avatar: null,
    })
  })

  it.each([
    ['https://img.example/b.png', avatarAt(bob.address)],
    ['data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
    ['http://img.example/b.png', null],
    ['https://user:word@img.example/b.png', null],
    ['javascript:alert(1)', null],
    ['data:text/html,<script>alert(1)</script>', null],
    ['ipfs://bafybeigdyrzt/b.png', null],
    ['file:///etc/passwd', null],
    // Owned by another account.
    [`eip155:1/erc721:${collectible}/1`, null],
    ['eip155:77/erc721:0x0000000000000000000000000000000000000001/1', null],
    ['nonsense', null],
  ])('has the avatar %s shown as %s', async (record, shown) => {
    await setAvatar(record)
    expect((await api().get(`/v1/identity/${bob.address}`)).json).toMatchObject({
      name: 'bob.eth',
      avatar: shown,
    })
  })

  it('has its avatar served by the provider, through the IPFS gateway', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
    const requested: string[] = []
    const web: HttpClient = {
      async send(url) {
        requested.push(url)
        const bytes = url.endsWith('.png') ? png : new TextEncoder().encode('<!doctype html>')
        return { status: 200, headers: {}, bytes }
      },
    }
    const clock = createManualClock()
    const over = createChainApi([main.settings], {
      web,
      clock,
      ipfsGateway: 'https://ipfs.example/',
    })
    const picture = () => over.get(new URL(avatarAt(bob.address)).pathname, { projectId: null })
    await setAvatar('ipfs://bafybeigdyrzt/b.png')
    const { status, bytes, headers } = await picture()
    expect({ status, bytes, type: headers.get('content-type') }).toEqual({
      status: 200,
      bytes: png,
      type: 'image/png',
    })
    // Read again after five minutes.
    await setAvatar('https://img.example/new')
    clock.advance(299_000)
    expect((await picture()).status).toBe(200)
    clock.advance(2_000)
    expect(await picture()).toMatchObject({ status: 404, reasons: [{ field: 'address' }] })
    expect(requested).toEqual([
      'https://ipfs.example/ipfs/bafybeigdyrzt/b.png',
      'https://ipfs.example/ipfs/bafybeigdyrzt/b.png',
      'https://img.example/new',
    ])
  })

  it.each([
    'alice.eth',
    '0x12',
    `0x${'g'.repeat(40)}`,
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  ])('must be valid: %s', async (address) => {
    const answer = await api().get(`/v1/identity/${address}`)
    expect(answer).toMatchObject({ status: 400, reasons: [{ field: 'address' }] })
  })

  it('has no name on a provider without Ethereum', async () => {
    const { ens: _, ...settings } = main.settings
    const answer = await createChainApi([settings]).get(`/v1/identity/${alice.address}`)
    expect(answer).toMatchObject({ status: 200, json: { name: null } })
  })

  it.each(quickFaults)('is not nameless when a node fails: %s', async (fault) => {
    const bad = await startBadNode(fault)
    const path = `/v1/identity/${alice.address}`
    const both = createChainApi([{ ...main.settings, upstreams: [bad.url, main.url] }])
    const alone = createFailingApi(main.settings, bad.url, { localNames })
    expect((await both.get(path)).json.name).toBe('alice.eth')
    expect(await alone.get(path)).toMatchObject({ status: 503, reasons: [{ field: 'identity' }] })
  })

  it.each(['stalled headers', 'stalled body'])(
    'is not nameless when the only node takes too long: %s',
    async (fault) => {
      const alone = createFailingApi(main.settings, (await startBadNode(fault)).url, { localNames })
      for (const path of [
        `/v1/identity/${alice.address}`,
        new URL(avatarAt(alice.address)).pathname,
      ])
        expect(await alone.get(path)).toMatchObject({
          status: 503,
          reasons: [{ field: 'identity' }],
        })
    },
  )
})
