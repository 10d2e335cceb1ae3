import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { works } from '@latchkey/dev-stack/works'
import type { Nft } from '@latchkey/wire/http/nfts'
import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  multicall3Abi,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { HttpClient } from '../../nodes/HttpClient.js'
import type { TestApi } from '../../testing/apiFixture.js'
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

const { collectible, gallery } = localAddresses

const main = useLocalEvm(1)
const startBadNode = useBadNodes()
const maker = accountAt(6)

const onMain = { chainId: 'eip155:1' }
const fresh = () => privateKeyToAddress(generatePrivateKey())

async function page(api: TestApi, account: string, query: Record<string, string | undefined> = {}) {
  const answer = await api.get(`/v1/account/${account}/nfts`, { query: { ...onMain, ...query } })
  expect(answer.status, answer.text).toBe(200)
  return answer.json as { readonly data: readonly Nft[]; readonly next: string | null }
}

async function owned(account: string, parts: Parameters<typeof createChainApi>[1] = {}) {
  return (await page(createChainApi([main.settings], parts), account)).data
}

const named = (nfts: readonly Nft[]) => nfts.map(({ name, quantity }) => `${quantity} ${name}`)

/** Deploys a collection with one NFT that has this metadata. */
async function exhibit(text: string, collection = 'Wanderers'): Promise<Hex> {
  const contract = main.writer.contract('Gallery')
  const nonce = BigInt(await main.rpc<string>('eth_getTransactionCount', maker.address, 'latest'))
  await main.writer.send(maker, {
    data: encodeDeployData({ ...contract, args: [collection] }),
  })
  const to = getContractAddress({ from: maker.address, nonce })
  await main.writer.call({ from: maker, to, abi: contract.abi, name: 'exhibit', args: [text] })
  return to
}

async function give(to: Hex, account: Hex, ids = [1n]) {
  const { abi } = main.writer.contract('Gallery')
  const args = [account, ids, ids.map(() => 1n)]
  await main.writer.call({ from: maker, to, abi, name: 'mint', args })
}

const json = (value: object) => `data:application/json,${encodeURIComponent(JSON.stringify(value))}`

describe('the NFTs of an account', () => {
  it('are those it owns, newest received first, with images', async () => {
    const found = await owned(aliceAccount.address)
    expect(named(found)).toEqual([
      '1 Tide',
      '1 Latchkey Keys #5',
      `1 ${works.longName.name}`,
      '1 Broken picture',
      '3 Orchard',
      '1 Signal',
      '1 Two Hills',
      '1 Paper Moon',
      '1 Harbour at Night',
      '1 Latchkey Keys #4',
      '1 Latchkey Keys #3',
      '1 Latchkey Keys #1',
    ])
    expect(found[4]).toEqual({
      chainId: 'eip155:1',
      standard: 'ERC1155',
      collection: { address: gallery, name: 'Latchkey Gallery' },
      tokenId: '5',
      quantity: '3',
      name: 'Orchard',
      description: works.orchard.description,
      image: works.orchard.image,
      isSpam: false,
    })
    expect(found[1]).toMatchObject({
      standard: 'ERC721',
      collection: { address: collectible, name: 'Latchkey Keys' },
      tokenId: '5',
      image: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    })
    expect(new Set(found.map(({ image }) => image)).size).toBe(found.length)
  })

  it('are empty for an account without any', async () => {
    expect(await page(createChainApi([main.settings]), accountAt(7).address)).toEqual({
      data: [],
      next: null,
    })
  })

  it('disappear when sent away and return when sent back', async () => {
    const [account, key] = [accountAt(8), 'Latchkey Keys #6']
    const { abi } = main.writer.contract('Collectible')
    const move = (from: typeof account, to: typeof account) =>
      main.writer.call({
        from,
        to: collectible,
        abi,
        name: 'transferFrom',
        args: [from.address, to.address, 6n],
      })
    const clock = createManualClock()
    const api = createChainApi([main.settings], { clock })
    const names = async () => {
      clock.advance(5_001)
      return (await page(api, account.address)).data.map(({ name }) => name)
    }
    expect(await names()).toEqual([])
    await move(bobAccount, account)
    expect(await names()).toEqual([key])
    await move(account, bobAccount)
    expect(await names()).toEqual([])
    await move(bobAccount, account)
    expect(await names()).toEqual([key])
  })

  it('have stable pages while new ones arrive', async () => {
    const account = fresh()
    const contract = await exhibit(json({ name: 'Many' }))
    const ids = Array.from({ length: 60 }, (_, index) => BigInt(index + 1))
    // In one log, then in many.
    await give(contract, account, ids.slice(0, 30))
    for (const id of ids.slice(30)) await give(contract, account, [id])
    const api = createChainApi([main.settings])
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data, next } = await page(api, account, { cursor })
      expect(data.length).toBeLessThanOrEqual(24)
      seen.push(...data.map(({ tokenId }) => tokenId))
      cursor = next ?? undefined
      await give(contract, account, [1_000n + BigInt(seen.length)])
    } while (cursor !== undefined)
    expect(seen).toEqual(ids.reverse().map(String))
  })

  it('are read without Multicall3 as well', async () => {
    const { multicall: _, ...settings } = main.settings
    const { data } = await page(createChainApi([settings]), bobAccount.address)
    expect(data).toEqual(await owned(bobAccount.address))
  })

  it.each([0x3a0000, 0x500000])('survive a contract that returns %i bytes', async (size) => {
    const account = fresh()
    await give(await exhibit(json({ name: 'Kept' })), account)
    const vast = await exhibit('')
    await give(vast, account)
    // `uri` returns that many zero bytes, every other call 1.
    const length = (bytes: number) => bytes.toString(16).padStart(6, '0')
    const code = `0x5f3560e01c630e89341c14601657${'60015f5260205ff3'}5b60205f5262${length(size)}60205262${length(size + 64)}5ff3`
    await main.rpc('anvil_setCode', vast, code)
    expect(named(await owned(account))).toEqual(['1 NFT #1', '1 Kept'])
  })
})

describe('NFT metadata', () => {
  async function reported(text: string) {
    const account = fresh()
    await give(await exhibit(text), account)
    return (await owned(account))[0]
  }

  it.each([
    ['base64', `data:application/json;base64,${btoa('{"name":"One"}')}`, 'One'],
    ['unencoded', 'data:application/json;utf8,{"name":"50% Two"}', '50% Two'],
    ['escaped', json({ name: 'Drei – ü' }), 'Drei – ü'],
    ['with a character set', 'data:application/json;charset=utf-8,{"name":"Four"}', 'Four'],
    ['invalid JSON', 'data:application/json,{"name":', 'Wanderers #1'],
    ['a list', 'data:application/json,["name"]', 'Wanderers #1'],
    ['a page', 'data:text/html,<b>name</b>', 'Wanderers #1'],
    ['a name that is not text', json({ name: { toString: 'x' } }), 'Wanderers #1'],
    ['an empty text', '', 'Wanderers #1'],
    ['control and direction characters', json({ name: 'a\u202Eb\u0000c\nd' }), 'abc d'],
  ])('has a name, or the token id instead: %s', async (_, text, name) => {
    expect(await reported(text)).toMatchObject({ name, collection: { name: 'Wanderers' } })
  })

  it('is shortened', async () => {
    const text = json({ name: 'n'.repeat(1_500), description: 'd'.repeat(1_500) })
    const { name, description } = (await reported(text)) as Nft
    expect(name).toHaveLength(128)
    expect(description).toHaveLength(1_000)
  })

  it.each([
    ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
    ['data:image/svg+xml,<svg><use href="#a"/><rect fill="url(#g)"/></svg>', expect.any(String)],
    ['data:image/svg+xml,<svg><script>alert(1)</script></svg>', null],
    [`data:image/svg+xml;base64,${btoa('<svg onload="alert(1)"/>')}`, null],
    ['data:image/svg+xml,<svg><image href="https://spy.example/1.png"/></svg>', null],
    ['data:image/svg+xml,%3Csvg%3E%3CforeignObject/%3E%3C/svg%3E', null],
    ['data:text/html,<script>alert(1)</script>', null],
    ['javascript:alert(1)', null],
    ['http://pictures.example/1.png', null],
    ['ipfs://bafybeigdyrzt/1.png', null],
    [17, null],
    [
      'https://pictures.example/1.png',
      expect.stringMatching(/^https:\/\/provider\.test\/public\//),
    ],
  ])('has the picture %j shown as %j', async (image, shown) => {
    expect(await reported(json({ name: 'Piece', image }))).toMatchObject({ image: shown })
  })

  it.each([
    ['Claim your reward', 'Wanderers', '', true],
    ['Gift', 'Visit usdc-gift.xyz', '', true],
    ['Gift', 'Wanderers', 'Claim it at https://gift.example', true],
    ['Tree', 'Wanderers', 'More works: https://artist.example', false],
  ])('marks lures as spam: %s, %s, %s', async (name, collection, description, isSpam) => {
    const account = fresh()
    const contract = await exhibit(json({ name, description }), collection)
    await give(contract, account)
    expect(await owned(account)).toMatchObject([{ isSpam }])
    // An NFT that the account claimed itself is not spam.
    const { abi } = main.writer.contract('Gallery')
    const claimer = accountAt(9)
    await main.writer.call({ from: claimer, to: contract, abi, name: 'claim', args: [1n] })
    expect((await owned(claimer.address))[0]).toMatchObject({ isSpam: false })
  })

  it.each([
    [24, true],
    [23, false],
  ])('marks mass deliveries as spam: %i recipients', async (count, isSpam) => {
    const receivers = Array.from({ length: count }, fresh)
    const target = await exhibit(json({ name: 'Leaflet' }))
    const { abi } = main.writer.contract('Gallery')
    const { multicall } = localAddresses
    const step = (functionName: string, args: readonly unknown[]) => ({
      target,
      allowFailure: false,
      callData: encodeFunctionData({ abi, functionName, args }),
    })
    const steps = receivers.flatMap((to) => [
      step('claim', [1n]),
      step('safeTransferFrom', [multicall, to, 1n, 1n, '0x']),
    ])
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [steps],
    })
    await main.writer.send(maker, { to: multicall, data })
    // The account that claimed them also received one.
    expect(await owned(receivers[1] ?? '')).toMatchObject([{ name: 'Leaflet', isSpam }])
  })
})

describe('off-chain metadata', () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const gateway = 'https://ipfs.example'

  /** Fake web pages by URL. */
  function createWeb(pages: Record<string, { status?: number; bytes: Uint8Array | string }>) {
    const requested: string[] = []
    const web: HttpClient = {
      async send(url, { maxBytes: limitBytes = 0 }) {
        requested.push(url)
        const found = pages[url]
        if (!found) throw new Error('not reachable')
        const bytes =
          typeof found.bytes === 'string' ? new TextEncoder().encode(found.bytes) : found.bytes
        if (bytes.length > limitBytes) throw new Error('too large')
        return { status: found.status ?? 200, headers: {}, bytes }
      },
    }
    return { web, requested }
  }

  it('is fetched through the gateway, and its image through the provider', async () => {
    const account = fresh()
    const contract = await exhibit('ipfs://bafydoc/{id}.json')
    await give(contract, account)
    const number = '1'.padStart(64, '0')
    const { web, requested } = createWeb({
      [`${gateway}/ipfs/bafydoc/${number}.json`]: {
        bytes: JSON.stringify({ name: 'From afar', image: 'ipfs://bafypicture/1.png' }),
      },
      [`${gateway}/ipfs/bafypicture/1.png`]: { bytes: png },
    })
    const api = createChainApi([main.settings], { web, ipfsGateway: gateway })
    const [piece] = (await page(api, account)).data
    expect(piece).toMatchObject({
      name: 'From afar',
      image: `https://provider.test/public/getNftImage/eip155:1/ERC1155/${contract}/1`,
    })
    expect(requested).toHaveLength(1)
    const picture = await api.get(new URL(piece?.image ?? '').pathname, { projectId: null })
    expect(picture.status).toBe(200)
    expect(picture.bytes).toEqual(png)
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'public, max-age=86400',
    })
  })

  it.each([
    ['a page', { bytes: '<!doctype html><title>Gateway</title>' }],
    ['an error', { status: 502, bytes: '{"name":"Wrong"}' }],
    ['too much', { bytes: `{"name":"Wrong","x":"${'x'.repeat(300_000)}"}` }],
  ])('is skipped when the gateway responds with %s', async (_, reply) => {
    const account = fresh()
    const url = `${gateway}/ipfs/bafydocument`
    await give(await exhibit(url.replace(`${gateway}/ipfs/`, 'ipfs://')), account)
    const { web, requested } = createWeb({ [url]: reply })
    const [piece] = await owned(account, { web, ipfsGateway: gateway })
    expect(requested).toEqual([url])
    expect(piece).toMatchObject({ name: 'Wanderers #1', image: null })
  })

  it.each([
    ['a drawing that does things', `<svg xmlns="http://www.w3.org/2000/svg" onload="go()"/>`, 200],
    ['a drawing with entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', 200],
    ['a page', '<!doctype html>', 200],
    ['nothing', '', 200],
    ['an error', png, 500],
    ['more than is taken', new Uint8Array(5 * 1_048_576).fill(1), 200],
  ])('has no image when there is %s', async (_, bytes, status) => {
    const address = 'https://pictures.example/1.png'
    const contract = await exhibit(json({ name: 'Piece', image: address }))
    const { web } = createWeb({ [address]: { bytes, status } })
    const api = createChainApi([main.settings], { web })
    const path = `/public/getNftImage/eip155:1/ERC1155/${contract}/1`
    expect(await api.get(path)).toMatchObject({ status: 404, reasons: [{ field: 'tokenId' }] })
  })

  it.each([
    ['elsewhere', 'https://pictures.example/1.svg'],
    ['in an address too long for an answer', undefined],
  ])('is rendered when it is an SVG %s', async (_, address) => {
    const padding = address ? '' : `<!-- ${'-+'.repeat(40_000)} -->`
    const drawing = `<?xml version="1.0"?><!-- By hand -->
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2">${padding}<rect width="4" height="2"/></svg>`
    const image = address ?? `data:image/svg+xml;base64,${btoa(drawing)}`
    const account = fresh()
    // This document is too long for a chain.
    await give(await exhibit('https://pictures.example/1.json'), account)
    const { web } = createWeb({
      'https://pictures.example/1.json': { bytes: JSON.stringify({ name: 'Drawn', image }) },
      'https://pictures.example/1.svg': { bytes: drawing },
    })
    const api = createChainApi([main.settings], { web })
    const [piece] = (await page(api, account)).data
    const picture = await api.get(new URL(piece?.image ?? '').pathname, { projectId: null })
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect([...picture.bytes.subarray(0, 24)].slice(16)).toEqual([0, 0, 2, 128, 0, 0, 1, 64])
  })

  it('is not fetched from private addresses', async () => {
    const account = fresh()
    await give(await exhibit('https://127.0.0.1/1.json'), account)
    expect((await owned(account))[0]).toMatchObject({ name: 'Wanderers #1' })
  })
})

describe('a bad request', () => {
  const nobody = `0x${'1'.repeat(40)}`
  it.each<[string, string, Record<string, string>, string]>([
    ['no address', 'nobody', onMain, 'address'],
    ['a Solana address', '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU', onMain, 'address'],
    ['no chain', nobody, {}, 'chainId'],
    ['an unknown chain', nobody, { chainId: 'eip155:7' }, 'chainId'],
    ['no cursor of ours', nobody, { ...onMain, cursor: 'AAAA' }, 'cursor'],
    [
      'a cursor of a history',
      nobody,
      { ...onMain, cursor: Buffer.from('eip155:1=5.1').toString('base64url') },
      'cursor',
    ],
    ['too long a cursor', nobody, { ...onMain, cursor: 'A'.repeat(600) }, 'cursor'],
  ])('is rejected: %s', async (_, account, query, field) => {
    const api = createChainApi([main.settings])
    const answer = await api.get(`/v1/account/${account}/nfts`, { query })
    expect(answer).toMatchObject({ status: 400, reasons: [{ field }] })
  })

  it.each([
    ['eip155:1/ERC20/0x1111111111111111111111111111111111111111/1', 'standard'],
    ['eip155:1/ERC721/4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU/1', 'contract'],
    ['eip155:1/ERC721/0x1111111111111111111111111111111111111111/-1', 'tokenId'],
    ['eip155:9/ERC721/0x1111111111111111111111111111111111111111/1', 'chainId'],
  ])('for an image is rejected: %s', async (path, field) => {
    const answer = await createChainApi([main.settings]).get(`/public/getNftImage/${path}`)
    expect(answer).toMatchObject({ status: 400, reasons: [{ field }] })
  })
})

describe('a node that fails', () => {
  it.each(quickFaults)('does not change NFTs while another works: %s', async (fault) => {
    const bad = await startBadNode(fault)
    const api = createChainApi([{ ...main.settings, upstreams: [bad.url, main.url] }])
    expect((await page(api, aliceAccount.address)).data).toEqual(await owned(aliceAccount.address))
  })

  it.each(quickFaults)('causes an error when it is the only node: %s', async (fault) => {
    const bad = await startBadNode(fault)
    const api = createFailingApi(main.settings, bad.url)
    const answer = await api.get(`/v1/account/${aliceAccount.address}/nfts`, { query: onMain })
    expect(answer).toMatchObject({ status: 503, reasons: [{ field: 'chainId' }] })
  })
})
