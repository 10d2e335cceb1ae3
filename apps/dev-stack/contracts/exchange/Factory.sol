// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Pair} from './Pair.sol';

/// Creates one pool per pair of tokens, with the ABI of the Uniswap V2 factory.
contract Factory {
    event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count);

    /// No protocol fee.
    address public constant feeTo = address(0);
    address public immutable feeToSetter;
    mapping(address => mapping(address => address)) public getPair;
    address[] public allPairs;

    constructor() {
        feeToSetter = msg.sender;
    }

    function allPairsLength() external view returns (uint256) {
        return allPairs.length;
    }

    function createPair(address tokenA, address tokenB) external returns (address pair) {
        require(tokenA != tokenB, 'Factory: IDENTICAL_ADDRESSES');
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        require(token0 != address(0), 'Factory: ZERO_ADDRESS');
        require(getPair[token0][token1] == address(0), 'Factory: PAIR_EXISTS');
        pair = address(new Pair{salt: keccak256(abi.encodePacked(token0, token1))}(token0, token1));
        getPair[token0][token1] = pair;
        getPair[token1][token0] = pair;
        allPairs.push(pair);
        emit PairCreated(token0, token1, pair, allPairs.length);
    }
}
