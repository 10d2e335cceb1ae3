/** Amounts longer than these many characters are set smaller, so that they keep to their line. */
const steps = { medium: 14, small: 20 }

export function amountClass(amount: string): string {
  const { length } = amount
  if (length > steps.small) return 'review-number review-number-small'
  return length > steps.medium ? 'review-number review-number-medium' : 'review-number'
}
