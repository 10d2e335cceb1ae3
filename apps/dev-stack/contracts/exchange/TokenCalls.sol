// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface PlainToken {
    function balanceOf(address holder) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Token calls that accept a missing return value, if the address is a contract.
library TokenCalls {
    function send(address token, address to, uint256 value) internal {
        _do(token, abi.encodeCall(PlainToken.transfer, (to, value)));
    }

    function pull(address token, address from, address to, uint256 value) internal {
        _do(token, abi.encodeCall(PlainToken.transferFrom, (from, to, value)));
    }

    function _do(address token, bytes memory data) private {
        (bool done, bytes memory answer) = token.call(data);
        require(
            done && (answer.length == 0 ? token.code.length > 0 : abi.decode(answer, (bool))),
            'Exchange: TRANSFER_FAILED'
        );
    }
}
