import type { Route } from '../../http/route.js'
import { allowanceRoute } from './allowanceRoute.js'
import { buildApproveRoute } from './buildApproveRoute.js'
import { buildTransactionRoute } from './buildTransactionRoute.js'
import type { ConvertParts } from './ConvertParts.js'
import { gasPriceRoute } from './gasPriceRoute.js'
import { quotesRoute } from './quotesRoute.js'
import { tokensRoute } from './tokensRoute.js'

/** Conversions between tokens of one chain. */
export function convertRoutes(parts: ConvertParts): Route[] {
  return [
    tokensRoute(parts),
    quotesRoute(parts),
    allowanceRoute(parts),
    gasPriceRoute(parts),
    buildApproveRoute(parts),
    buildTransactionRoute(parts),
  ]
}
