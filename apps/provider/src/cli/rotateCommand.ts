import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { readConfig } from '../config/readConfig.js'
import { ConfigError } from '../errors/ConfigError.js'
import { activatePaymasterKey, preparePaymasterKey } from '../keys/paymasterKey.js'
import {
  activateNameSigner,
  openSignInKeys,
  prepareNameSigner,
  rotateLoginHashKey,
} from '../keys/secrets.js'
import { prepareNextPassword } from '../store/cluster.js'

export const rotateUsage = `latchkey-provider keys rotate-sign-in [--revoke]
                                       creates a new key for sign-in tokens; --revoke ends the old ones at once
latchkey-provider keys rotate-login    creates a new key for the digests of log-in codes and limits
latchkey-provider keys rotate-names [--activate]
                                       prints a new signer of names; --activate uses it
latchkey-provider keys rotate-paymaster [--activate]
                                       prints a new signer of sponsored gas; --activate uses it
latchkey-provider keys rotate-database creates a new password for the embedded database`

type Env = Readonly<Record<string, string | undefined>>

/** Commands by name. Each returns the text to print. */
const commands: Readonly<
  Record<string, (rotation: { args: readonly string[]; env: Env }) => string | Promise<string>>
> = {
  'rotate-sign-in'({ args, env }) {
    const { isOn: revoke, config } = readSwitch('--revoke', args, env)
    openSignInKeys(config.dataDir).rotate({ revoke })
    return revoke
      ? 'Created a new key for sign-in tokens and deleted the others.'
      : 'Created a new key for sign-in tokens. It signs in 15 minutes, when servers have read it.'
  },
  'rotate-login'({ args, env }) {
    rotateLoginHashKey(readConfig(args, env).dataDir)
    return 'Created a new key. Restart the processes with the role login; codes that are under way have to be sent again.'
  },
  'rotate-names'({ args, env }) {
    const { isOn, config } = readSwitch('--activate', args, env)
    if (!isOn) {
      const address = privateKeyToAddress(prepareNameSigner(config.dataDir))
      return `The next signer is ${address}. Call setSigner(${address}, true) of every resolver, then run this command with --activate.`
    }
    const address = privateKeyToAddress(activateNameSigner(config.dataDir))
    return `Names are signed by ${address} after a restart. Then call setSigner(<old signer>, false) of every resolver.`
  },
  async 'rotate-paymaster'({ args, env }) {
    const { isOn, config } = readSwitch('--activate', args, env)
    const { dataDir, paymaster } = config
    if (isOn) {
      activatePaymasterKey(dataDir)
      return 'The new signer is used after a restart. Call setSigner with it on every paymaster now; the old one stops with that call.'
    }
    const { address } = await preparePaymasterKey(dataDir, paymaster?.keys)
    return `The next signer is ${address}. Run this command with --activate, then call setSigner(${address}) of every paymaster and restart.`
  },
  'rotate-database'({ args, env }) {
    const { databaseUrl, dataDir } = readConfig(args, env)
    if (databaseUrl !== undefined || !existsSync(join(dataDir, 'postgres'))) {
      throw new ConfigError('The password of a database by URL is changed at its server.')
    }
    prepareNextPassword(dataDir)
    return 'Created a new password. The next start of the provider sets it.'
  },
}

/** Undefined for a command that is not one of these. */
export function findRotation(name: string | undefined) {
  return name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
}

function readSwitch(name: string, args: readonly string[], env: Env) {
  const others = args.filter((arg) => arg !== name)
  return { isOn: others.length < args.length, config: readConfig(others, env) }
}
