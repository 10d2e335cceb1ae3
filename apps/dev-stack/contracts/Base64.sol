// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

library Base64 {
    bytes private constant ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

    function encode(bytes memory data) internal pure returns (string memory) {
        bytes memory alphabet = ALPHABET;
        bytes memory text = new bytes(4 * ((data.length + 2) / 3));
        uint256 written;
        for (uint256 i; i < data.length; i += 3) {
            uint256 left = data.length - i;
            uint256 group = uint256(uint8(data[i])) << 16;
            if (left > 1) group |= uint256(uint8(data[i + 1])) << 8;
            if (left > 2) group |= uint8(data[i + 2]);
            text[written++] = alphabet[group >> 18];
            text[written++] = alphabet[(group >> 12) & 63];
            text[written++] = left > 1 ? alphabet[(group >> 6) & 63] : bytes1('=');
            text[written++] = left > 2 ? alphabet[group & 63] : bytes1('=');
        }
        return string(text);
    }
}
