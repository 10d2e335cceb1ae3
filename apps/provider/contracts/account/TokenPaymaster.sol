// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Operation} from './Account.sol';
import {SponsorPaymaster} from './SponsorPaymaster.sol';

interface AcceptedToken {
    function balanceOf(address holder) external view returns (uint256);

    function allowance(address holder, address spender) external view returns (uint256);

    function transfer(address recipient, uint256 amount) external returns (bool);

    function transferFrom(address holder, address recipient, uint256 amount) external returns (bool);
}

/// Pays the fees of operations and takes them from the account in a token, on terms that its signer has signed. The
/// account approves what it pays; it never pays more than `maxAmount`.
contract TokenPaymaster is SponsorPaymaster {
    struct Terms {
        bytes32 operationHash;
        address account;
        address token;
        uint128 maxAmount;
        /// Units of the token for 10^18 units of the coin.
        uint128 rate;
        /// `maxAmount` was taken before the calls.
        bool isPrepaid;
    }

    event FeePaid(bytes32 indexed operationHash, address indexed account, address indexed token, uint256 amount);

    error NotPaid();

    /// After the times: token, maxAmount, rate and signature.
    uint256 private constant TOKEN = DATA_START + 12;
    uint256 private constant MAX_AMOUNT = TOKEN + 20;
    uint256 private constant RATE = MAX_AMOUNT + 16;
    uint256 private constant SIGNATURE = RATE + 16;
    uint256 private constant TERMS_END = SIGNATURE + 65;
    /// For `postOp` itself, whose cost is not known while it runs.
    uint256 private constant POST_OP_GAS = 70_000;
    bytes32 private constant TERMS_TYPE =
        keccak256('TokenFee(bytes32 sponsorship,address token,uint128 maxAmount,uint128 rate)');

    constructor(address owner_, address signer_) SponsorPaymaster(owner_, signer_) {}

    function withdrawToken(address token, address recipient, uint256 amount) external onlyOwner {
        _call(token, abi.encodeCall(AcceptedToken.transfer, (recipient, amount)));
    }

    /// Takes `maxAmount` now if the account has approved it before; otherwise a call of the operation has to.
    function validatePaymasterUserOp(
        Operation calldata operation,
        bytes32 operationHash,
        uint256
    ) external override returns (bytes memory context, uint256 validation) {
        if (msg.sender != address(entryPoint)) revert NotAllowed();
        bytes calldata data = operation.paymasterAndData;
        if (data.length != TERMS_END) return ('', SIGNATURE_FAILED);
        uint48 validUntil = uint48(bytes6(data[DATA_START:DATA_START + 6]));
        uint48 validAfter = uint48(bytes6(data[DATA_START + 6:TOKEN]));
        validation = (uint256(validAfter) << 208) | (uint256(validUntil) << 160);
        Terms memory terms = Terms({
            operationHash: operationHash,
            account: operation.sender,
            token: address(bytes20(data[TOKEN:MAX_AMOUNT])),
            maxAmount: uint128(bytes16(data[MAX_AMOUNT:RATE])),
            rate: uint128(bytes16(data[RATE:SIGNATURE])),
            isPrepaid: false
        });
        bytes32 hash = hashTokenFee(
            hashSponsorship(operation, validUntil, validAfter),
            terms.token,
            terms.maxAmount,
            terms.rate
        );
        if (!_isSigned(hash, data[SIGNATURE:])) return ('', validation | SIGNATURE_FAILED);
        if (AcceptedToken(terms.token).allowance(terms.account, address(this)) >= terms.maxAmount) {
            _take(terms.token, terms.account, terms.maxAmount);
            terms.isPrepaid = true;
        }
        context = abi.encode(terms);
    }

    /// If this reverts, so do the calls of the operation.
    function postOp(uint8, bytes calldata context, uint256 gasCost, uint256 feePerGas) external {
        if (msg.sender != address(entryPoint)) revert NotAllowed();
        Terms memory terms = abi.decode(context, (Terms));
        uint256 scaled = (gasCost + POST_OP_GAS * feePerGas) * terms.rate;
        uint256 amount = (scaled + 1e18 - 1) / 1e18;
        if (amount > terms.maxAmount) amount = terms.maxAmount;
        if (!terms.isPrepaid) {
            _take(terms.token, terms.account, amount);
        } else if (amount < terms.maxAmount) {
            _call(terms.token, abi.encodeCall(AcceptedToken.transfer, (terms.account, terms.maxAmount - amount)));
        }
        emit FeePaid(terms.operationHash, terms.account, terms.token, amount);
    }

    /// What the signer signs: an EIP-712 hash of `hashSponsorship` and the terms.
    function hashTokenFee(
        bytes32 sponsorship,
        address token,
        uint128 maxAmount,
        uint128 rate
    ) public view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256('Latchkey Token Fee'), keccak256('1'), block.chainid, address(this))
        );
        bytes32 structHash = keccak256(abi.encode(TERMS_TYPE, sponsorship, token, maxAmount, rate));
        return keccak256(abi.encodePacked(hex'1901', domain, structHash));
    }

    /// Tokens that keep a part of a transfer are refused.
    function _take(address token, address account, uint256 amount) private {
        uint256 before = AcceptedToken(token).balanceOf(address(this));
        _call(token, abi.encodeCall(AcceptedToken.transferFrom, (account, address(this), amount)));
        if (AcceptedToken(token).balanceOf(address(this)) < before + amount) revert NotPaid();
    }

    /// Some tokens return nothing, others `false`.
    function _call(address token, bytes memory data) private {
        (bool done, bytes memory answer) = token.call(data);
        if (!done || (answer.length > 0 && !abi.decode(answer, (bool)))) revert NotPaid();
    }
}
