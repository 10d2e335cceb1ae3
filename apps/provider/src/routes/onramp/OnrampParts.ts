import type { Onramp } from '../../sources/onramp/createOnramp.js'
import type { Sandbox } from '../../sources/onramp/sandbox/createSandbox.js'

/** What the calls about buying need. */
export type OnrampParts = {
  readonly onramp: Onramp
  /** Only when purchases are made here. */
  readonly sandbox?: Sandbox | undefined
  readonly clock: { now(): number }
}
