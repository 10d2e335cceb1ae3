import { getConvertQuotes } from '@latchkey/wire/http/convert'
import { type Route, route } from '../../http/route.js'
import { parseToken } from '../../sources/convert/tokens.js'
import type { ConvertParts } from './ConvertParts.js'

export function quotesRoute({ exchange }: ConvertParts): Route {
  return route(getConvertQuotes, async ({ from, to, amount }, { signal }) => {
    const conversion = {
      from: parseToken(from, 'from'),
      to: parseToken(to, 'to'),
      amount: BigInt(amount),
    }
    const { amountOut, fee } = await exchange.bestPath(conversion, signal)
    return {
      quotes: [
        {
          id: null,
          fromAmount: conversion.amount.toString(),
          fromAccount: from,
          toAmount: amountOut.toString(),
          toAccount: to,
          fee: fee.toString(),
        },
      ],
    }
  })
}
