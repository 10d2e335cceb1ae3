import type { CcipGateway } from '../../sources/names/ccipGateway.js'
import type { Names } from '../../sources/names/createNames.js'
import type { EnsNames } from '../../sources/names/ensNames.js'

/** What the calls about names need. */
export type ProfileParts = {
  readonly names: Names
  /** Absent when no chain has ENS. */
  readonly ensNames?: EnsNames | undefined
  /** Absent without a key to sign answers with. */
  readonly ccipGateway?: CcipGateway | undefined
}
