import type { NetworkId } from '@latchkey/wire/caip'

export const solanaMainnet: NetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
