// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Token} from '../Token.sol';

/// A hostile token: whoever transfers it also loses another one that they approved to it.
contract GreedyToken {
    Token public immutable other;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(Token other_) {
        other = other_;
    }

    function transfer(address, uint256) external returns (bool) {
        return other.transferFrom(msg.sender, address(this), 60);
    }
}
