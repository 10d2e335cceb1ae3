import { address } from '@solana/kit'

export const systemProgram = address('11111111111111111111111111111111')
export const computeBudgetProgram = address('ComputeBudget111111111111111111111111111111')

export const lamportsPerSignature = 5_000n
