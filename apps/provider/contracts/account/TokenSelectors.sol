// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Functions by which tokens move or are approved. A key may call none of them on a contract for which it
/// has no allowance, even if its permission lists them.
library TokenSelectors {
    function moves(bytes4 selector) internal pure returns (bool) {
        return _movesCoins(selector) || _movesItems(selector) || _callsBack(selector);
    }

    /// ERC-20 and its extensions, Permit2, and older functions of the same kind.
    function _movesCoins(bytes4 selector) private pure returns (bool) {
        return
            selector == 0xa9059cbb || // transfer(address,uint256)
            selector == 0x23b872dd || // transferFrom(address,address,uint256), ERC-721 too
            selector == 0x095ea7b3 || // approve(address,uint256), ERC-721 too
            selector == 0x39509351 || // increaseAllowance(address,uint256)
            selector == 0xd73dd623 || // increaseApproval(address,uint256)
            selector == 0xd505accf || // permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
            selector == 0x8fcbaf0c || // permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)
            selector == 0x9fd5a6cf || // permit(address,address,uint256,uint256,bytes)
            selector == 0x87517c45 || // approve(address,address,uint160,uint48)
            selector == 0x36c78516 || // transferFrom(address,address,uint160,address)
            selector == 0x0d58b1db || // transferFrom((address,address,uint160,address)[])
            selector == 0x42966c68 || // burn(uint256)
            selector == 0x9dc29fac || // burn(address,uint256)
            selector == 0x79cc6790 || // burnFrom(address,uint256)
            selector == 0xb753a98c || // push(address,uint256)
            selector == 0xbb35783b; // move(address,address,uint256)
    }

    /// ERC-721, ERC-1155 and ERC-6909.
    function _movesItems(bytes4 selector) private pure returns (bool) {
        return
            selector == 0xa22cb465 || // setApprovalForAll(address,bool)
            selector == 0x42842e0e || // safeTransferFrom(address,address,uint256)
            selector == 0xb88d4fde || // safeTransferFrom(address,address,uint256,bytes)
            selector == 0xf242432a || // safeTransferFrom(address,address,uint256,uint256,bytes)
            selector == 0x2eb2c2d6 || // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
            selector == 0x8b72a2ec || // transferPunk(address,uint256)
            selector == 0x095bcdb6 || // transfer(address,uint256,uint256)
            selector == 0xfe99049a || // transferFrom(address,address,uint256,uint256)
            selector == 0x426a8493 || // approve(address,uint256,uint256)
            selector == 0x558a7297; // setOperator(address,bool)
    }

    /// ERC-777, ERC-677 and ERC-1363.
    function _callsBack(bytes4 selector) private pure returns (bool) {
        return
            selector == 0x9bd9bbc6 || // send(address,uint256,bytes)
            selector == 0x62ad1b83 || // operatorSend(address,address,uint256,bytes,bytes)
            selector == 0x959b8c3f || // authorizeOperator(address)
            selector == 0xfe9d9303 || // burn(uint256,bytes)
            selector == 0x1296ee62 || // transferAndCall(address,uint256)
            selector == 0x4000aea0 || // transferAndCall(address,uint256,bytes)
            selector == 0xd8fbe994 || // transferFromAndCall(address,address,uint256)
            selector == 0xc1d34b89 || // transferFromAndCall(address,address,uint256,bytes)
            selector == 0x3177029f || // approveAndCall(address,uint256)
            selector == 0xcae9ca51; // approveAndCall(address,uint256,bytes)
    }
}
