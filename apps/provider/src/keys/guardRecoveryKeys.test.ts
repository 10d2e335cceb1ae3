import { expect, it } from 'vitest'
import type { LogLine } from '../log.js'
import { guardRecoveryKeys } from './guardRecoveryKeys.js'
import { type Keyring, KeyringError } from './Keyring.js'

function failing(error: Error): Keyring {
  const fail = () => Promise.reject(error)
  return { currentId: fail, has: fail, seal: fail, open: fail, reseal: fail }
}
const sealed = { keyId: 'holder:1', box: Buffer.alloc(0) }

it('responds 503 with a retry time when the keys are unavailable', async () => {
  const log: LogLine[] = []
  const keys = guardRecoveryKeys(
    failing(new KeyringError('limited', { retryAfterMs: 90_000 })),
    (line) => log.push(line),
  )
  const rejection = { name: 'ApiError', status: 503, retryAfter: 90 }
  await expect(keys.open(sealed, 'context')).rejects.toMatchObject(rejection)
  await expect(keys.seal(Buffer.alloc(1), 'context')).rejects.toMatchObject(rejection)
  expect(log).toEqual(
    [1, 2].map(() => ({ level: 'error', event: 'recovery-keys-failed', reason: 'limited' })),
  )
})

it('does not count unreachable keys as lost', async () => {
  const keys = guardRecoveryKeys(failing(new KeyringError('unavailable')), () => {})
  expect(await keys.has('holder:1')).toBe(true)
})

it('passes on errors about one share', async () => {
  const fault = new KeyringError('not-authentic')
  const keys = guardRecoveryKeys(failing(fault), () => {})
  await expect(keys.open(sealed, 'context')).rejects.toBe(fault)
  await expect(keys.has('x')).rejects.toBe(fault)
})
