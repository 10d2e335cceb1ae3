import { address, getAddressEncoder } from '@solana/kit'
import { describe, expect, it } from 'vitest'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { findMetadataAccount } from '../../sources/tokens/solanaMetadata.js'
import { createChainApi } from './chainApi.fixture.js'
import { mainnet, token2022Program, tokenProgram, useSolanaNode } from './solanaNode.fixture.js'

const node = useSolanaNode()
const owner = 'HKKp49qGWXd639QsuH7JiLijfVW5UtCVY4s1n2HANwEA'
const mint = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const otherMint = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'
const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The account of the Token Metadata program: https://developers.metaplex.com/token-metadata#metadata-account */
function metadataAccount(
  of: string,
  texts: readonly [name: string, symbol: string, uri: string],
  { key = 4, lengths = [32, 10, 200] } = {},
): Uint8Array {
  const fields = texts.flatMap((text, index) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(lengths[index] ?? 0)
    const padded = Buffer.alloc(lengths[index] ?? 0)
    padded.write(text)
    return [length, padded]
  })
  const encoder = getAddressEncoder()
  return Buffer.concat([
    Buffer.from([key]),
    Buffer.from(encoder.encode(address(owner))),
    Buffer.from(encoder.encode(address(of))),
    ...fields,
    Buffer.alloc(300),
  ])
}

function give(of: string, amount: string, decimals: number, extensions?: readonly object[]) {
  const program = extensions ? token2022Program : tokenProgram
  node.accounts.set(of, {
    owner: program,
    data: new Uint8Array(82),
    parsed: { type: 'mint', info: { decimals, ...(extensions && { extensions }) } },
  })
  node.held.set(owner, [...(node.held.get(owner) ?? []), { mint: of, amount, program }])
}

async function setMetadata(of: string, data: Uint8Array, program = metadataProgram) {
  node.accounts.set(await findMetadataAccount(of), { owner: program, data })
}

const noWeb: HttpClient = { send: () => Promise.reject(new Error('not reachable')) }

async function tokens(web = noWeb) {
  const api = createChainApi([node.settings], { web })
  const answer = await api.get(`/v1/account/${owner}/balance`, { query: { chainId: mainnet } })
  expect(answer.status, answer.text).toBe(200)
  return answer.json.balances.slice(1)
}

it('finds the metadata of a mint where Metaplex keeps it', async () => {
  expect(await findMetadataAccount('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBe(
    '5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq',
  )
})

describe('the tokens of a Solana account', () => {
  it('have the names of their metadata accounts', async () => {
    give(mint, '123456789', 5)
    await setMetadata(mint, metadataAccount(mint, ['Bonk', 'Bonk', 'https://meta.example/1']))
    expect(await tokens()).toMatchObject([
      {
        name: 'Bonk',
        symbol: 'Bonk',
        address: `${mainnet}:${mint}`,
        quantity: { numeric: '1234.56789', decimals: '5' },
        iconUrl: expect.stringMatching(new RegExp(`/public/getMintImage/${mainnet}/${mint}$`)),
      },
    ])
  })

  it('have the names that Token-2022 mints keep themselves', async () => {
    give(otherMint, '5000000', 6, [
      { extension: 'metadataPointer', state: { authority: owner, metadataAddress: otherMint } },
      {
        extension: 'tokenMetadata',
        state: {
          mint: otherMint,
          name: 'Own Name',
          symbol: 'OWN',
          uri: '',
          additionalMetadata: [],
        },
      },
    ])
    expect(await tokens()).toMatchObject([
      { name: 'Own Name', symbol: 'OWN', quantity: { numeric: '5' } },
    ])
  })

  it('have cleaned names', async () => {
    give(mint, '1', 1)
    const rude = 'US\u202EDC<script>'
    await setMetadata(mint, metadataAccount(mint, [rude, 'U\u200BS\u0000D', '']))
    expect(await tokens()).toMatchObject([{ name: 'USDC<script>', symbol: 'USD' }])
  })

  it.each<[string, () => Promise<void> | void]>([
    [
      'is for another mint',
      () => setMetadata(mint, metadataAccount(otherMint, ['USD Coin', 'USDC', ''])),
    ],
    [
      'belongs to another program',
      () => setMetadata(mint, metadataAccount(mint, ['USD Coin', 'USDC', '']), tokenProgram),
    ],
    [
      'is another kind of account',
      () => setMetadata(mint, metadataAccount(mint, ['USD Coin', 'USDC', ''], { key: 6 })),
    ],
    [
      'has texts beyond its end',
      () =>
        setMetadata(
          mint,
          metadataAccount(mint, ['USD Coin', 'USDC', ''], {
            lengths: [32, 10, 2_000_000],
          }).subarray(0, 600),
        ),
    ],
    ['is empty', () => setMetadata(mint, new Uint8Array())],
    ['is missing', () => {}],
  ])('are called by their address if the metadata %s', async (_, prepare) => {
    give(mint, '10', 1)
    await prepare()
    expect(await tokens()).toMatchObject([
      { name: 'DezXAZ…B263', symbol: 'DezXAZ…B263', quantity: { numeric: '1' } },
    ])
  })

  it('are called by their address if Token-2022 metadata is of another mint', async () => {
    const state = { mint, name: 'USD Coin', symbol: 'USDC', uri: '' }
    give(otherMint, '10', 1, [
      { extension: 'metadataPointer', state: { metadataAddress: mint } },
      { extension: 'tokenMetadata', state },
    ])
    expect(await tokens()).toMatchObject([{ symbol: 'JUPyiw…DvCN' }])
  })
})

describe('the image of a Solana token', () => {
  const image = async (web: HttpClient, of = mint) => {
    const api = createChainApi([node.settings], { web })
    return api.get(`/public/getMintImage/${mainnet}/${of}`, { projectId: null })
  }
  const webOf = (files: Readonly<Record<string, string | Uint8Array>>): HttpClient => ({
    async send(url) {
      const file = files[url]
      const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
      return { status: bytes ? 200 : 404, headers: {}, bytes: bytes ?? new Uint8Array() }
    },
  })

  it('is served by the provider', async () => {
    give(mint, '1', 1)
    await setMetadata(mint, metadataAccount(mint, ['Bonk', 'BONK', 'https://meta.example/1']))
    const web = webOf({
      'https://meta.example/1': JSON.stringify({ image: 'https://pictures.example/1.png' }),
      'https://pictures.example/1.png': pixel,
    })
    const answer = await image(web)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(answer.bytes).equals(pixel)).toBe(true)
  })

  it.each([
    ['HTML', '<html><script>alert(1)</script></html>'],
    ['no JSON', '{'],
    ['a private address', JSON.stringify({ image: 'http://127.0.0.1/1.png' })],
    ['a script', JSON.stringify({ image: 'javascript:alert(1)' })],
  ])('is not found if the document has %s', async (_, document) => {
    give(mint, '1', 1)
    await setMetadata(mint, metadataAccount(mint, ['Bonk', 'BONK', 'https://meta.example/1']))
    expect(await image(webOf({ 'https://meta.example/1': document }))).toMatchObject({
      status: 404,
    })
  })

  it('is rejected for bad addresses', async () => {
    expect(await image(noWeb, `0x${'1'.repeat(40)}`)).toMatchObject({
      status: 400,
      reasons: [{ field: 'address' }],
    })
  })
})
