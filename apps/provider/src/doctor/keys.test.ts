import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeAbiParameters, parseEther } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startScriptedNode } from '../../reliability/scriptedNode.mjs'
import type { Config } from '../config/Config.js'
import { readConfig } from '../config/readConfig.js'
import { createCertificates } from '../keyHolder/certificates.js'
import { startKeyHolder } from '../keyHolder/startKeyHolder.js'
import { openFileKeyring } from '../keys/fileKeyring.js'
import { openPaymasterKey } from '../keys/paymasterKey.js'
import { recoveryKeyFile } from '../keys/secrets.js'
import { kmsAccount, startFakeKms } from '../testing/fakeKms.js'
import { longTimeoutClock } from '../testing/longTimeoutNodes.js'
import { runDoctor } from './runDoctor.js'

const kmsKey = '11111111-1111-1111-1111-111111111111'
const paymaster = `0x${'2'.repeat(40)}` as const
const executorKey = `0x${'1'.padStart(64, '0')}` as const

let dataDir: string
let filesDir: string
const stops: (() => unknown)[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'latchkey-doctor-'))
  filesDir = mkdtempSync(join(tmpdir(), 'latchkey-doctor-files-'))
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  for (const dir of [dataDir, filesDir]) rmSync(dir, { recursive: true, force: true })
})

async function diagnose(more: Partial<Config>) {
  const before = readdirSync(dataDir)
  const config = { ...readConfig([], {}), dataDir, ...more }
  const { lines, isHealthy } = await runDoctor(config, {
    clock: longTimeoutClock,
    timeoutMs: 90_000,
  })
  expect(readdirSync(dataDir)).toEqual(before)
  const text = lines.join('\n')
  expect(text).not.toContain(kmsAccount.secretAccessKey)
  return { text, isHealthy }
}

function writeSecret(name: string, content: string): string {
  const path = join(filesDir, name)
  writeFileSync(path, content, { mode: 0o600 })
  return path
}

describe('keys of recovery shares', () => {
  it('in the data directory are as safe as its copies, and not created', async () => {
    const login = await diagnose({ roles: ['login'] })
    expect(login.text).toMatch(/limited +recovery-keys Keys in .*the first start creates them/)
    expect(login.isHealthy).toBe(true)
    openFileKeyring(recoveryKeyFile(dataDir))
    const { text } = await diagnose({ roles: ['login'] })
    expect(text).toMatch(/limited +recovery-keys Keys in .*anyone with a copy/)
    expect((await diagnose({ roles: ['api'] })).text).not.toContain('recovery-keys')
  })

  it('in a file work, unless others can read it', async () => {
    const path = join(filesDir, 'keys.json')
    const recoveryKeys = { driver: 'file' as const, path }
    expect((await diagnose({ login: { recoveryKeys } })).text).toMatch(/limited +recovery-keys/)
    expect(existsSync(path)).toBe(false)
    openFileKeyring(path)
    expect((await diagnose({ login: { recoveryKeys } })).text).toMatch(
      /works +recovery-keys Keys in .*they seal and open/,
    )
    openFileKeyring(recoveryKeyFile(dataDir))
    expect((await diagnose({ login: { recoveryKeys } })).text).toMatch(
      /limited +recovery-keys Older shares still use the keys in .*run keys move/,
    )
    chmodSync(path, 0o644)
    const { text, isHealthy } = await diagnose({ login: { recoveryKeys } })
    expect(text).toMatch(/BROKEN +recovery-keys .*can be read by others/)
    expect(isHealthy).toBe(false)
  })

  it('in a key service are used once, and each refusal is named', async () => {
    const kms = await startFakeKms([kmsKey])
    stops.push(kms.stop)
    const { region, ...credentials } = kmsAccount
    const settingsOf = (more: object) => ({
      recoveryKeys: {
        ...{ driver: 'kms' as const, region, keyId: kmsKey, previousKeyIds: [] },
        ...{ endpoint: kms.url, credentialsFile: writeSecret('aws.json', JSON.stringify(more)) },
      },
    })
    const works = await diagnose({ login: settingsOf(credentials) })
    expect(works.text).toMatch(/works +recovery-keys Keys by KMS at 127\.0\.0\.1:\d+, key 1111/)
    expect(kms.calls).toEqual(['Encrypt', 'Decrypt'])
    const refused = await diagnose({ login: settingsOf({ ...credentials, accessKeyId: 'AKIA' }) })
    expect(refused.text).toMatch(/BROKEN +recovery-keys .*refuses the credentials/)
    expect(refused.isHealthy).toBe(false)
    // Sealing alone does not help anybody.
    kms.fail(400, JSON.stringify({ __type: 'AccessDeniedException' }), { after: 1 })
    const sealsOnly = await diagnose({ login: settingsOf(credentials) })
    expect(sealsOnly.text).toMatch(/BROKEN +recovery-keys .*refuses the credentials/)
    await kms.stop()
    const gone = await diagnose({ login: settingsOf(credentials) })
    expect(gone.text).toMatch(/BROKEN +recovery-keys .*it cannot be reached/)
  })

  it('at a key holder need its certificates', async () => {
    const certificates = createCertificates({ names: ['127.0.0.1'], days: 2, now: Date.now() })
    const others = createCertificates({ names: ['127.0.0.1'], days: 2, now: Date.now() })
    const holder = await startKeyHolder({
      ...{ host: '127.0.0.1', port: 0, dataDir: join(filesDir, 'holder') },
      ...{ tls: certificates.keyHolder, opensPerHour: 10, metricsPort: 0, log: () => {} },
    })
    stops.push(() => holder.stop())
    const settingsOf = ({ ca, cert, key }: typeof certificates.provider) => ({
      recoveryKeys: {
        ...{ driver: 'remote' as const, url: holder.url, timeoutMs: 10_000 },
        caFile: writeSecret('ca.pem', ca),
        certificateFile: writeSecret('cert.pem', cert),
        keyFile: writeSecret('key.pem', key),
      },
    })
    const works = await diagnose({ login: settingsOf(certificates.provider) })
    expect(works.text).toMatch(/works +recovery-keys Keys by the key holder at 127/)
    const strange = await diagnose({ login: settingsOf(others.provider) })
    expect(strange.text).toMatch(/BROKEN +recovery-keys .*cannot be reached/)
    const mixed = settingsOf(certificates.provider)
    writeSecret('key.pem', others.provider.key)
    const { text, isHealthy } = await diagnose({ login: mixed })
    expect(text).toMatch(/BROKEN +recovery-keys .*is not the key of/)
    expect(isHealthy).toBe(false)
  })
})

describe('the paymaster', () => {
  const settings = { contracts: { 'eip155:1': paymaster }, policies: [] }
  const word = (type: 'address' | 'uint256', value: unknown) =>
    encodeAbiParameters([{ type }], [value as never])

  async function diagnosePaymaster(
    more: Partial<NonNullable<Config['paymaster']>>,
    chain: { readonly signer: string; readonly deposit: bigint; readonly code?: string },
  ) {
    const node = await startScriptedNode({
      answers: {
        eth_chainId: '0x1',
        eth_getCode: chain.code ?? '0x60',
        eth_getBalance: '0xde0b6b3a7640000',
        eth_gasPrice: '0x3b9aca00',
        eth_getLogs: [],
        eth_getBlockByNumber: {
          number: '0x10',
          timestamp: `0x${Math.floor(Date.now() / 1_000).toString(16)}`,
        },
        eth_call: ([{ to }]: [{ to: string }]) =>
          to.toLowerCase() === paymaster
            ? word('address', chain.signer)
            : word('uint256', chain.deposit),
      },
      fault: undefined,
    })
    stops.push(node.stop)
    return diagnose({
      chains: [
        {
          ...{ id: 'eip155:1', name: 'Ethereum', isTestnet: false, tokens: [] },
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          upstreams: [node.url],
        },
      ],
      bundler: { chains: ['eip155:1'], executorKey },
      paymaster: { ...settings, ...more },
    })
  }

  it('signs as its contract wants, and has a deposit', async () => {
    const { address } = await openPaymasterKey(dataDir)
    const deposit = parseEther('2')
    const { text, isHealthy } = await diagnosePaymaster({}, { signer: address, deposit })
    expect(text).toMatch(/works +bundler +Ethereum: 0x\w+ pays for operations, and has 1 ETH\./)
    expect(text).toMatch(new RegExp(`works +paymaster +Signs as ${address}`))
    expect(text).toMatch(/works +paymaster +Ethereum: a deposit of 2 ETH pays/)
    expect(isHealthy).toBe(true)
  })

  it('is named for what it lacks', async () => {
    const { address } = await openPaymasterKey(dataDir)
    const deposit = parseEther('2')
    const other = await diagnosePaymaster({}, { signer: paymaster, deposit })
    expect(other.text).toMatch(/BROKEN +paymaster .*wants the signer 0x2222/)
    expect(other.isHealthy).toBe(false)
    const empty = await diagnosePaymaster({}, { signer: address, deposit: 0n })
    expect(empty.text).toMatch(/BROKEN +paymaster .*deposit ETH at the EntryPoint for 0x2222/)
    const low = await diagnosePaymaster(
      { lowDeposit: { 'eip155:1': '5' } },
      { signer: address, deposit },
    )
    expect(low.text).toMatch(/limited +paymaster .*deposit of 2 ETH is below 5 ETH/)
    expect(low.isHealthy).toBe(true)
    const missing = await diagnosePaymaster({}, { signer: address, deposit, code: '0x' })
    expect(missing.text).toMatch(/BROKEN +paymaster .*there is no contract at 0x2222/)
  })

  it('creates no key, and names one that cannot be opened', async () => {
    const chain = { signer: paymaster, deposit: parseEther('2') }
    const first = await diagnosePaymaster({}, chain)
    expect(first.text).toMatch(/limited +paymaster +The first start creates the key/)
    await openPaymasterKey(dataDir)
    rmSync(join(dataDir, 'paymaster-keys.json'))
    const { text, isHealthy } = await diagnosePaymaster({}, chain)
    expect(text).toMatch(/BROKEN +paymaster .*paymaster-keys\.json is missing/)
    expect(isHealthy).toBe(false)
  })
})
