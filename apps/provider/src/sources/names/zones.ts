import { ApiError } from '../../errors/ApiError.js'

/** Words that look like the service itself, its staff or its infrastructure. */
const reservedLabels: ReadonlySet<string> = new Set(
  `about abuse account accounts admin administrator airdrop alert alerts analytics
  anonymous auth authentication autoconfig autodiscover backup bank billing block bridge broadcasthost
  cert certificate claim claims cloud config connect contact copyright core dashboard default
  deposit developer developers docs domain email example exchange explorer faucet finance foundation
  free gateway giveaway guest help helpdesk home host hostmaster https info infra invalid ipfs
  isatap keys latchkey legal localdomain localhost login logout mail mailer-daemon marketing master
  metamask moderator multisig names network news nobody node nodes noreply no-reply notification
  notifications null nullrouted oauth official onramp operator operations oracle owner password
  payment payments phishing postmaster press privacy private privatekey profile protocol provider
  proxy public recovery refund registry relay resolver reown reward rewards root router sale sales
  secret secure security seed seedphrase service services session settings shop signin signup smtp
  staff staking status store subdomain superuser support swap sysadmin system team terms test testing
  token tokens treasury trust undefined unknown update updates usenet user username users validator
  vault verification verified verify wallet walletconnect wallets webmail webmaster withdraw wpad
  your zone`.split(/\s+/),
)

function isReserved(label: string): boolean {
  return reservedLabels.has(label)
}

/** The zones (endings) of names. */
export type ZoneSettings = {
  /** Open for registration. The first is the default. */
  readonly open: readonly string[]
  /** Existing names resolve; no new registrations. */
  readonly readOnly: readonly string[]
}

/** For providers on this machine; nobody else's names can end in a domain the operator does not own. */
export const developmentZones: ZoneSettings = { open: ['reown.id'], readOnly: ['wcn.id'] }

const minSearchLength = 3
const minLabelLength = 4
const maxLabelLength = 64

export type Zones = {
  /** The parts of `demo.reown.id`; undefined if it is in none of our zones. */
  split(name: string): { readonly label: string; readonly zone: string } | undefined
  /** A name to look up. Throws an ApiError if it is invalid. */
  checkName(name: string): string
  /** A name to register. Throws an ApiError if it is invalid or reserved. */
  checkNewName(name: string): string
  /** The label to search suggestions for. Throws an ApiError. */
  checkSearch(
    text: string,
    zone: string | undefined,
  ): { readonly label: string; readonly zone: string }
  canRegisterLabel(label: string): boolean
}

export function createZones({ open, readOnly }: ZoneSettings): Zones {
  const all = [...open, ...readOnly]

  function split(name: string) {
    const zone = all.find((candidate) => name.endsWith(`.${candidate}`))
    return zone === undefined ? undefined : { label: name.slice(0, -zone.length - 1), zone }
  }

  function parseName(name: string) {
    if (!/^[a-z0-9.-]+$/.test(name)) {
      throw nameError('A name has only lower-case letters, digits and hyphens.')
    }
    const parts = split(name)
    if (!parts) throw nameError(describeZones(all))
    if (parts.label.includes('.')) throw nameError('A name has one part before its ending.')
    return parts
  }

  return {
    split,

    checkName(name) {
      parseName(name)
      return name
    },

    checkNewName(name) {
      const { label, zone } = parseName(name)
      checkLabel(label)
      if (!open.includes(zone)) throw nameError(`No new names are registered under .${zone}.`)
      if (isReserved(label)) throw nameError('This name is reserved.')
      return name
    },

    checkSearch(text, zone = open[0] ?? '') {
      if (!open.includes(zone)) {
        throw new ApiError(400, 'zone', describeZones(open))
      }
      const label = split(text.toLowerCase())?.label ?? text.toLowerCase()
      if (!/^[a-z0-9-]+$/.test(label)) {
        throw nameError('A name has only letters, digits and hyphens.')
      }
      if (label.length < minSearchLength || label.length > maxLabelLength) {
        throw nameError(`Type ${minSearchLength} to ${maxLabelLength} characters.`)
      }
      return { label, zone }
    },

    canRegisterLabel(label) {
      try {
        checkLabel(label)
        return !isReserved(label)
      } catch {
        return false
      }
    },
  }
}

function describeZones(zones: readonly string[]): string {
  if (zones.length === 0) return 'There are no names here.'
  return `Names here end in .${zones.join(' or .')}.`
}

function checkLabel(label: string): void {
  if (label.length < minLabelLength || label.length > maxLabelLength) {
    throw nameError(`A name has ${minLabelLength} to ${maxLabelLength} characters.`)
  }
  if (label.startsWith('-') || label.endsWith('-')) {
    throw nameError('A name cannot start or end with a hyphen.')
  }
  // `xn--` encodes letters of other scripts, which can look like Latin ones.
  if (label.slice(2, 4) === '--')
    throw nameError('The third and fourth characters cannot be hyphens.')
}

function nameError(description: string): ApiError {
  return new ApiError(400, 'name', description)
}
