import type { CcipGateway } from '../../sources/names/ccipGateway.js'
import type { Names } from '../../sources/names/createNames.js'
import type { EnsNames } from '../../sources/names/ensNames.js'

/** Dependencies of the profile routes. */
export type ProfileParts = {
  readonly names: Names
  /** Absent when no chain has ENS. */
  readonly ensNames?: EnsNames | undefined
  /** Absent without a signing key. */
  readonly ccipGateway?: CcipGateway | undefined
}
