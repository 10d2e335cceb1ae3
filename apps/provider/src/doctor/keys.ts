import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '../errors/ConfigError.js'
import { KeyringError } from '../keys/Keyring.js'
import { openRecoveryKeys } from '../keys/openRecoveryKeys.js'
import { describeRecoveryKeys, type RecoveryKeySettings } from '../keys/recoveryKeySettings.js'
import { recoveryKeyFile } from '../keys/secrets.js'
import type { Check, DoctorParts, Finding } from './Finding.js'
import { problemOf } from './problemOf.js'

/** Where the keys of recovery shares and of the paymaster's signer are, and whether they can be used. */
export function keyChecks({ config }: DoctorParts): readonly Check[] {
  const { dataDir, login, paymaster, roles } = config
  const file = recoveryKeyFile(dataDir)
  const subject = 'recovery-keys'
  const recovery = async (): Promise<readonly Finding[]> => {
    const settings = login?.recoveryKeys
    if (!settings) {
      const found = await checkKeys(subject, { driver: 'file', path: file })
      const text = `Keys ${describeRecoveryKeys(undefined, file)}.`
      return [found.status === 'works' ? { status: 'limited', subject, text } : found]
    }
    const isLeft =
      existsSync(file) && !(settings.driver === 'file' && resolve(settings.path) === resolve(file))
    const text = `Older shares still use the keys in ${file}: run keys move.`
    return [
      await checkKeys(subject, settings),
      ...(isLeft ? [{ status: 'limited', subject, text } as const] : []),
    ]
  }
  const keys = paymaster?.keys
  return [
    ...(roles.includes('login') || login?.recoveryKeys ? [{ subject, run: recovery }] : []),
    ...(keys
      ? [{ subject: 'paymaster-key', run: async () => [await checkKeys('paymaster-key', keys)] }]
      : []),
  ]
}

const context = 'latchkey doctor v1'

/** Seals random bytes and opens them again: nothing else shows that both are allowed. */
async function checkKeys(subject: string, settings: RecoveryKeySettings): Promise<Finding> {
  const place = describeRecoveryKeys(settings, '')
  // Opening a file of keys would create it.
  if (settings.driver === 'file' && !existsSync(settings.path)) {
    const text = `Keys ${place}: the first start creates them. If there was one, restore the file.`
    return { status: 'limited', subject, text }
  }
  try {
    const keys = openRecoveryKeys(settings)
    const plain = randomBytes(32)
    const opened = await keys.open(await keys.seal(plain, context), context)
    if (!opened.equals(plain)) throw new KeyringError('not-authentic')
    return { status: 'works', subject, text: `Keys ${place}: they seal and open.` }
  } catch (error) {
    if (error instanceof ConfigError) return { status: 'broken', subject, text: error.message }
    return { status: 'broken', subject, text: `Keys ${place}: it ${problemOf(error)}.` }
  }
}
