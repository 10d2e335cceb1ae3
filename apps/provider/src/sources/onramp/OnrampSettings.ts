/** How purchases are priced. */
export type OnrampSettings = {
  /** Hundredths of a percent of the amount: 100 to 200. */
  readonly feeBasisPoints: number
  readonly currencies: readonly FiatCurrency[]
}

export type FiatCurrency = {
  readonly id: string
  /** Value in dollars, as an exact decimal. */
  readonly dollars: string
}

export const defaultOnrampSettings: OnrampSettings = {
  feeBasisPoints: 150,
  currencies: [
    { id: 'USD', dollars: '1' },
    { id: 'EUR', dollars: '1.08' },
  ],
}

export type PaymentMethod = keyof typeof paymentLimits

/** In cents; the same in every currency. */
export const paymentLimits = {
  card: { min: 10_00n, max: 7_500_00n },
  ach_bank_account: { min: 10_00n, max: 25_000_00n },
} as const

export const paymentMethods = Object.keys(paymentLimits) as readonly PaymentMethod[]
