import {
  hashPermission,
  type Permission,
  parseContext,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  concat,
  domainSeparator,
  type Hex,
  keccak256,
  recoverAddress,
  stringToHex,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { accountAddress, accountMessageHash } from '../accountCalls.js'
import { now, openFakeWallet } from './fakeChain.fixture.js'

const thief = privateKeyToAccount(generatePrivateKey()).address

const permission: Permission = {
  key: thief.toLowerCase() as Hex,
  validAfter: 0,
  validUntil: now + 86_400,
  epoch: 0n,
  salt: `0x${'00'.repeat(32)}`,
  paymaster: zeroAddress,
  feeLimit: 10n ** 18n,
  maxCalls: 1_000,
  rateCalls: 0,
  ratePeriod: 0,
  allowances: [{ token: zeroAddress, amount: 2n ** 200n, period: 0, start: 0 }],
  targets: [],
}

const fields = (text: string) =>
  text.split(', ').map((field) => {
    const [type, name] = field.split(' ')
    return { name, type }
  })

const permissionTypes = {
  Allowance: fields('address token, uint256 amount, uint48 period, uint48 start'),
  Rule: fields('uint8 argument, uint8 operator, bytes32 value'),
  Target: fields('address to, bytes4 selector, uint256 valueLimit, Rule[] rules'),
  Permission: fields(
    'address key, uint48 validAfter, uint48 validUntil, uint64 epoch, bytes32 salt, address paymaster, uint256 feeLimit, uint32 maxCalls, uint32 rateCalls, uint32 ratePeriod, Allowance[] allowances, Target[] targets',
  ),
}
const domainTypes = fields(
  'string name, string version, uint256 chainId, address verifyingContract',
)

/** Plain JSON, as a page sends it. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)))

type Wallet = Awaited<ReturnType<typeof openFakeWallet>>

/** Everything that a signature of the key must never cover without the screen for it. */
function forbiddenHashes(accounts: readonly Hex[]): readonly Hex[] {
  return accounts.flatMap((account) => {
    const id = hashPermission(permission, account, 1)
    const bound = ([1, 2] as const).map((version) =>
      accountMessageHash({ address: account, version }, 1, id),
    )
    return [id, ...bound]
  })
}

/** Ways of a page to have such a hash signed. */
function attacks({ smart, eoa }: Wallet): readonly [string, string, unknown][] {
  const list: [string, string, unknown][] = []
  const typed = (name: string, data: object) => {
    for (const signer of [eoa, smart]) {
      list.push([`${name} by ${signer}`, 'eth_signTypedData_v4', [signer, plain(data)]])
      list.push([
        `${name} by ${signer}, as text`,
        'eth_signTypedData_v4',
        [signer, JSON.stringify(plain(data))],
      ])
    }
  }
  const contracts = [smart, smart.toLowerCase(), accountAddress(eoa, 1), entryPointAddress]
  for (const verifyingContract of contracts) {
    for (const version of ['1', '2']) {
      for (const chainId of [1, '1', '0x1', '0x01']) {
        const domain = { name: 'Latchkey Account', version, chainId, verifyingContract }
        const base = {
          types: permissionTypes,
          primaryType: 'Permission',
          domain,
          message: permission,
        }
        const at = `${verifyingContract} ${version} ${chainId}`
        typed(`the permission itself ${at}`, base)
        typed(`with its domain's type ${at}`, {
          ...base,
          types: { ...permissionTypes, EIP712Domain: domainTypes },
        })
        if (chainId !== 1) continue
        typed(`in another struct ${at}`, {
          ...base,
          types: { ...permissionTypes, Order: fields('string note, Permission inner') },
          primaryType: 'Order',
          message: { note: 'Free mint', inner: permission },
        })
        typed(`in a list ${at}`, {
          ...base,
          types: { ...permissionTypes, Order: fields('Permission[] inner') },
          primaryType: 'Order',
          message: { inner: [permission] },
        })
        typed(`as a hash ${at}`, {
          ...base,
          types: { AccountMessage: fields('bytes32 hash') },
          primaryType: 'AccountMessage',
          message: { hash: hashPermission(permission, smart, 1) },
        })
        typed(`renamed ${at}`, {
          ...base,
          types: { ...permissionTypes, Mint: permissionTypes.Permission },
          primaryType: 'Mint',
        })
        typed(`for a site ${at}`, {
          ...base,
          domain: { ...domain, name: 'Shop' },
        })
        typed(`with a domain in the message ${at}`, {
          types: {
            Domain: domainTypes,
            Login: fields('Domain domain, bytes32 hash'),
          },
          primaryType: 'Login',
          domain: { name: 'Shop', chainId: 1 },
          message: { domain, hash: hashPermission(permission, smart, 1) },
        })
      }
    }
  }
  for (const name of [
    'latchkey account',
    'Latchkey  Account',
    'Latchkey\u00a0Account',
    'Latchkey\u200bAccount',
  ]) {
    const domain = { name, version: '2', chainId: 1, verifyingContract: thief }
    typed(`a domain called ${JSON.stringify(name)}`, {
      types: { Note: fields('string text') },
      primaryType: 'Note',
      domain,
      message: { text: 'Hello' },
    })
  }
  const id = hashPermission(permission, smart, 1)
  const domainHash = domainSeparator({
    domain: { name: 'Latchkey Account', version: '2', chainId: 1, verifyingContract: smart },
  })
  const messages: Hex[] = [
    id,
    concat(['0x1901', domainHash, keccak256(id)]),
    stringToHex(id),
    toHex(id.slice(2)),
    concat(['0x19', '0x01', id]),
  ]
  for (const message of messages) {
    for (const signer of [eoa, smart])
      list.push([`message ${message}`, 'personal_sign', [message, signer]])
  }
  for (const [name, types] of [
    ['a hash in a note', { Note: fields('bytes32 hash, string text') }],
    ['a hash as bytes', { Note: fields('bytes hash, string text') }],
  ] as const) {
    typed(name, {
      types,
      primaryType: 'Note',
      domain: { name: 'Notes', chainId: 1 },
      message: { hash: id, text: 'Hello' },
    })
  }
  return list
}

it('of a permission cannot be had past the screen for permissions', async () => {
  const wallet = await openFakeWallet()
  const { eoa, smart } = wallet
  const accounts = [accountAddress(eoa, 1), accountAddress(eoa, 2)]
  const hashes = forbiddenHashes(accounts)
  const counts = { refused: 0, signed: 0 }
  const all = attacks(wallet)
  expect(all.length).toBeGreaterThan(200)
  for (const [name, method, params] of all) {
    const signature = await wallet.run(method, params).catch((error: unknown) => {
      expect(error, name).toMatchObject({ name: 'LoginError' })
      return undefined
    })
    if (signature === undefined) {
      counts.refused += 1
      continue
    }
    counts.signed += 1
    // Wrapped by ERC-6492 before deployment: the signature is inside.
    for (const part of slices(signature)) {
      for (const hash of hashes) {
        const signer = await recoverAddress({ hash, signature: part }).catch(() => undefined)
        expect(signer, name).not.toBe(eoa)
      }
    }
  }
  // Everything about the account's own domain is refused; plain messages and notes are signed.
  expect(counts.signed).toBeLessThanOrEqual(18)
  expect(counts.refused).toBeGreaterThan(200)

  // The control: the request for it signs exactly such a hash, for this account alone.
  const granted = (await wallet.run('wallet_grantPermissions', [
    {
      chainId: '0x1',
      expiry: now + 86_400,
      signer: { type: 'account', data: { address: thief } },
      permissions: [{ type: 'native-token-allowance', data: { allowance: '0x1' } }],
      policies: [],
    },
  ])) as { context: Hex }
  const context = parseContext(granted.context)
  if (!context) throw new Error('There is no context')
  const signerFor = (account: Hex) =>
    recoverAddress({
      hash: hashPermission(context.permission, account, 1),
      signature: context.signature,
    })
  expect(await signerFor(smart)).toBe(eoa)
  expect(await signerFor(accountAddress(eoa, 1))).not.toBe(eoa)
})

/** Every 65 bytes that could be a signature. */
function slices(signature: unknown): readonly Hex[] {
  const digits = String(signature).slice(2)
  const found: Hex[] = []
  for (let at = 0; at + 130 <= digits.length; at += 2) {
    const part = digits.slice(at, at + 130)
    if (/(1b|1c)$/.test(part)) found.push(`0x${part}`)
  }
  return found
}
