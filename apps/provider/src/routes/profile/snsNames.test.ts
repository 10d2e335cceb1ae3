import { createHash } from 'node:crypto'
import {
  type Address,
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  getAddressEncoder,
  getProgramDerivedAddress,
  signBytes,
} from '@solana/kit'
import { describe, expect, it } from 'vitest'
import type { Names } from '../../sources/names/createNames.js'
import { createSnsNames } from '../../sources/names/snsNames.js'
import { createTestApi } from '../../testing/apiFixture.js'
import { createLongTimeoutNodes } from '../../testing/longTimeoutNodes.js'
import { createChainApi } from '../account/chainApi.fixture.js'
import { useSolanaNode } from '../account/solanaNode.fixture.js'
import { profileRoutes } from './index.js'

const node = useSolanaNode()
const nameProgram = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'
const tokenizer = address('nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk')
const favourites = address('85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29')
const reverseClass = address('33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z')
const recordClass = address('2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo')
/** Published with the SDK: https://github.com/Bonfida/sns-sdk, js/tests. */
const bonfida = address('Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb')
const stranger = address('FidaeBkZkvDqi1GXNEwB8uWmj9Ngx2HXSS5nyGRuVFcZ')

const bytesOf = (key: Address) => Buffer.from(getAddressEncoder().encode(key))
const zeros = Buffer.alloc(32)

async function derive(program: Address, ...seeds: (string | Uint8Array)[]): Promise<Address> {
  return (await getProgramDerivedAddress({ programAddress: program, seeds }))[0]
}

function nameAccount(name: string, recordType?: Address, parent?: Address): Promise<Address> {
  const hash = createHash('sha256').update(`SPL Name Service${name}`).digest()
  const seeds = [recordType, parent].map((key) => (key ? bytesOf(key) : zeros))
  return derive(address(nameProgram), hash, ...seeds)
}

function setRegistry(key: Address, owner: Address, content: Uint8Array = Buffer.alloc(0)) {
  const data = Buffer.concat([zeros, bytesOf(owner), zeros, content])
  node.accounts.set(key, { owner: nameProgram, data })
}

function text(value: string): Uint8Array {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(Buffer.byteLength(value))
  return Buffer.concat([length, Buffer.from(value)])
}

const owner = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(7))
const target = (await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(8))).address

async function lookUp(name: string): Promise<string | undefined> {
  const snsNames = createSnsNames(createLongTimeoutNodes([node.settings]))
  const names = { isLocal: () => false, lookUp: async () => undefined } as unknown as Names
  const api = createTestApi({ routes: profileRoutes({ names, snsNames }) })
  const answer = await api.get(`/v1/profile/account/${name}`)
  if (answer.status === 404) return undefined
  expect(answer.status, answer.text).toBe(200)
  return answer.json.addresses['501'].address
}

/** Version 2, with the ids that its validations left. */
function record(content: Address, { staleness = owner.address, consent = content } = {}) {
  const header = Buffer.alloc(8)
  header.writeUInt16LE(1, 0)
  header.writeUInt16LE(1, 2)
  header.writeUInt32LE(32, 4)
  return Buffer.concat([header, bytesOf(staleness), bytesOf(consent), bytesOf(content)])
}

const newRecord = () => nameAccount('\u0002SOL', recordClass, bonfida)
const oldRecord = () => nameAccount('\u0001SOL', undefined, bonfida)

async function oldContent(signer = owner): Promise<Uint8Array> {
  const message = Buffer.concat([bytesOf(target), bytesOf(await oldRecord())]).toString('hex')
  const signature = await signBytes(signer.keyPair.privateKey, new TextEncoder().encode(message))
  return Buffer.concat([bytesOf(target), signature])
}

describe('a .sol name', () => {
  it('resolves to its owner', async () => {
    setRegistry(bonfida, owner.address)
    expect(await lookUp('bonfida.sol')).toBe(owner.address)
    expect(await lookUp('Bonfida.sol')).toBe(owner.address)
    expect(await lookUp('unknown.sol')).toBeUndefined()
  })

  it('can have a name below it', async () => {
    setRegistry(await nameAccount('\0dex', undefined, bonfida), owner.address)
    expect(await lookUp('dex.bonfida.sol')).toBe(owner.address)
    expect(await lookUp('a.dex.bonfida.sol')).toBeUndefined()
  })

  it('resolves to a record that the owner wrote and the destination agreed to', async () => {
    setRegistry(bonfida, owner.address)
    setRegistry(await newRecord(), owner.address, record(target))
    expect(await lookUp('bonfida.sol')).toBe(target)
  })

  it('ignores a record of a former owner', async () => {
    setRegistry(bonfida, owner.address)
    setRegistry(await newRecord(), owner.address, record(target, { staleness: stranger }))
    expect(await lookUp('bonfida.sol')).toBe(owner.address)
  })

  it('resolves to nobody if the destination did not agree', async () => {
    setRegistry(bonfida, owner.address)
    setRegistry(await newRecord(), owner.address, record(target, { consent: stranger }))
    expect(await lookUp('bonfida.sol')).toBeUndefined()
  })

  it('resolves to an old record only with the signature of the owner', async () => {
    setRegistry(bonfida, owner.address)
    setRegistry(await oldRecord(), owner.address, await oldContent())
    expect(await lookUp('bonfida.sol')).toBe(target)
    const forger = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(9))
    setRegistry(await oldRecord(), owner.address, await oldContent(forger))
    expect(await lookUp('bonfida.sol')).toBe(owner.address)
  })

  it('resolves to the holder of its NFT', async () => {
    const nft = await derive(tokenizer, 'nft_record', bytesOf(bonfida))
    const mint = await derive(tokenizer, 'tokenized_name', bytesOf(bonfida))
    setRegistry(bonfida, nft)
    node.accounts.set(nft, { owner: tokenizer, data: Buffer.from([2, ...Buffer.alloc(200)]) })
    expect(await lookUp('bonfida.sol')).toBeUndefined()
    node.largest.set(mint, [{ address: stranger, amount: '1' }])
    node.accounts.set(stranger, {
      owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      data: Buffer.concat([bytesOf(mint), bytesOf(target), Buffer.alloc(101)]),
    })
    expect(await lookUp('bonfida.sol')).toBe(target)
  })

  it('resolves to nobody if a program owns it', async () => {
    setRegistry(bonfida, await derive(tokenizer, 'some seed'))
    expect(await lookUp('bonfida.sol')).toBeUndefined()
  })

  it('is not taken from an account of another program', async () => {
    setRegistry(bonfida, owner.address)
    const forged = { ...node.accounts.get(bonfida), owner: tokenizer } as never
    node.accounts.set(bonfida, forged)
    expect(await lookUp('bonfida.sol')).toBeUndefined()
  })

  it.each(['.sol', 'a..sol', `${'a'.repeat(200)}.sol`])('is not found: %s', async (name) => {
    const snsNames = createSnsNames(createLongTimeoutNodes([node.settings]))
    expect(await snsNames?.lookUp(name)).toBeUndefined()
  })
})

describe('the name of a Solana account', () => {
  const identity = async (of: string) =>
    (await createChainApi([node.settings]).get(`/v1/identity/${of}`)).json

  async function choose(label: string, domain = bonfida) {
    const key = await derive(favourites, 'favourite_domain', bytesOf(owner.address))
    node.accounts.set(key, { owner: favourites, data: Buffer.from([4, ...bytesOf(domain)]) })
    setRegistry(await nameAccount(domain, reverseClass), stranger, text(label))
  }

  it('is the one it chose', async () => {
    await choose('bonfida')
    setRegistry(bonfida, owner.address)
    expect(await identity(owner.address)).toMatchObject({ name: 'bonfida.sol', avatar: null })
  })

  it('is none if the name belongs to somebody else', async () => {
    await choose('bonfida')
    setRegistry(bonfida, target)
    expect(await identity(owner.address)).toMatchObject({ name: null })
  })

  it.each([
    'other',
    'bonfida.sol',
    'BONFIDA',
    'bonf\u0456da',
    'bonfida\u200b',
    '<script>',
    '',
    'x'.repeat(500),
  ])('is none if the reverse record says %j', async (label) => {
    await choose(label)
    setRegistry(bonfida, owner.address)
    expect(await identity(owner.address)).toMatchObject({ name: null })
  })

  it('is none without a choice', async () => {
    expect(await identity(owner.address)).toMatchObject({ name: null, avatar: null })
  })
})
