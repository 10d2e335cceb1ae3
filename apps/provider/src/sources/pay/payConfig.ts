import * as v from 'valibot'
import { sandbox } from '../onramp/onrampConfig.js'

/** The exchange for payments. */
export const payConfig = v.variant('driver', [v.strictObject(sandbox)])

export type PayConfig = v.InferOutput<typeof payConfig>
