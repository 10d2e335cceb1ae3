import type { Onramp } from '../../sources/onramp/createOnramp.js'
import type { Sandbox } from '../../sources/onramp/sandbox/createSandbox.js'

/** Dependencies of the onramp routes. */
export type OnrampParts = {
  readonly onramp: Onramp
  /** Only with the sandbox driver. */
  readonly sandbox?: Sandbox | undefined
  readonly clock: { now(): number }
}
