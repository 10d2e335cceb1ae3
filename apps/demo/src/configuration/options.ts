import type { LatchkeyOptions, NetworkInput } from 'latchkey'
import { createSiwx, type SiwxOptions } from 'latchkey/siwx'
import type { Configuration } from './configuration.js'
import { type FamilyName, familiesFor, familyNamed } from './families.js'
import type { Field, Kind, ValueOf } from './fields.js'
import { networkNamed } from './networks.js'
import { walletNamed } from './packagedWallets.js'
import { isSame } from './shape.js'

/** Options that can be written down as they are, without those the widget has by default. */
export type PlainOptions = Readonly<Record<string, unknown>>

/** Networks, wallets and sign-in are code, not written down. */
const named = ['networks', 'defaultNetwork', 'wallets', 'siwx']

export function plainOptions(fields: readonly Field[], configuration: Configuration): PlainOptions {
  const options: Record<string, unknown> = {}
  for (const field of fields) {
    const value = configuration[field.path]
    if (value === undefined || named.includes(field.path) || isSame(value, field.fallback)) continue
    const dot = field.path.indexOf('.')
    const group = dot < 0 ? undefined : field.path.slice(0, dot)
    if (group === undefined) options[field.path] = optionOf(field, value)
    else {
      const inGroup = {
        ...(options[group] as object),
        [field.path.slice(dot + 1)]: optionOf(field, value),
      }
      options[group] = inGroup
    }
  }
  return options
}

export function optionOf(field: Field, value: ValueOf[Kind]): unknown {
  const convert = field.toOption as ((value: ValueOf[Kind]) => unknown) | undefined
  return convert ? convert(value) : value
}

export function networkNames(configuration: Configuration): readonly string[] {
  return configuration.networks as ValueOf['list']
}

export function defaultNetworkName(configuration: Configuration): string | undefined {
  return (configuration.defaultNetwork as string) || undefined
}

export function walletNames(configuration: Configuration): readonly string[] {
  return configuration.wallets as ValueOf['list']
}

/** The argument of `createSiwx`; undefined without sign-in. */
export function signInOptions({ siwx }: Configuration): SiwxOptions | undefined {
  if (!siwx) return undefined
  return siwx === 'optional' ? { required: false } : {}
}

/** The chain families its networks need. */
export function usedFamilies(configuration: Configuration): readonly FamilyName[] {
  return familiesFor(networkNames(configuration).map(networkNamed))
}

/** What `createLatchkey` is given. */
export function toOptions(fields: readonly Field[], configuration: Configuration): LatchkeyOptions {
  const first = defaultNetworkName(configuration)
  const wallets = walletNames(configuration).map(walletNamed)
  const signIn = signInOptions(configuration)
  return {
    ...plainOptions(fields, configuration),
    networks: networkNames(configuration).map(networkNamed) as [NetworkInput, ...NetworkInput[]],
    families: usedFamilies(configuration).map((name) => familyNamed(name).create()),
    ...(first && { defaultNetwork: networkNamed(first) }),
    ...(wallets.length > 0 && { wallets }),
    ...(signIn && { siwx: createSiwx(signIn) }),
  }
}
