// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Addresses as in reverse names: lower-case hexadecimal without `0x`.
library AddressName {
    bytes16 private constant DIGITS = '0123456789abcdef';

    function label(bytes memory account) internal pure returns (bytes memory text) {
        text = new bytes(account.length * 2);
        for (uint256 i; i < account.length; i++) {
            text[2 * i] = DIGITS[uint8(account[i]) >> 4];
            text[2 * i + 1] = DIGITS[uint8(account[i]) & 15];
        }
    }

    /// A number without leading zeros.
    function short(uint256 value) internal pure returns (bytes memory text) {
        uint256 length = 1;
        for (uint256 rest = value >> 4; rest > 0; rest >>= 4) length++;
        text = new bytes(length);
        for (; length > 0; value >>= 4) text[--length] = DIGITS[value & 15];
    }
}
