// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// How much of a token a key may spend: once in total, or in each period from `start` on.
struct Allowance {
    /// 0: the chain's coin.
    address token;
    uint256 amount;
    /// Seconds. 0: once in total.
    uint48 period;
    uint48 start;
}

/// What an argument of a call must be. Arguments are compared as unsigned 256-bit words.
struct Rule {
    uint8 argument;
    /// 0: equal to the value. 1: greater. 2: less.
    uint8 operator;
    bytes32 value;
}

/// A function that a key may call. All rules must be met.
struct Target {
    address to;
    bytes4 selector;
    /// The highest value of one call.
    uint256 valueLimit;
    Rule[] rules;
}

/// What a key may do with an account. The owner signs it, see `SessionAccount.permissionId`.
struct Permission {
    address key;
    /// The first second is the one after `validAfter`, the last one is `validUntil`.
    uint48 validAfter;
    uint48 validUntil;
    /// The account's epoch when the permission was signed.
    uint64 epoch;
    bytes32 salt;
    /// The only sponsor that the key may use. 0: none.
    address paymaster;
    /// The most that all operations together may take from the account for fees.
    uint256 feeLimit;
    uint32 maxCalls;
    /// Calls in each `ratePeriod` seconds from `validAfter` on. 0: not limited.
    uint32 rateCalls;
    uint32 ratePeriod;
    Allowance[] allowances;
    Target[] targets;
}

/// EIP-712 hashes of the structs above.
library PermissionHash {
    bytes private constant ALLOWANCE =
        'Allowance(address token,uint256 amount,uint48 period,uint48 start)';
    bytes private constant RULE = 'Rule(uint8 argument,uint8 operator,bytes32 value)';
    bytes private constant TARGET = 'Target(address to,bytes4 selector,uint256 valueLimit,Rule[] rules)';
    bytes private constant PERMISSION =
        'Permission(address key,uint48 validAfter,uint48 validUntil,uint64 epoch,bytes32 salt,address paymaster,uint256 feeLimit,uint32 maxCalls,uint32 rateCalls,uint32 ratePeriod,Allowance[] allowances,Target[] targets)';

    bytes32 private constant ALLOWANCE_TYPE = keccak256(ALLOWANCE);
    bytes32 private constant RULE_TYPE = keccak256(RULE);
    bytes32 private constant TARGET_TYPE = keccak256(bytes.concat(TARGET, RULE));
    bytes32 private constant PERMISSION_TYPE =
        keccak256(bytes.concat(PERMISSION, ALLOWANCE, RULE, TARGET));

    function hash(Permission memory permission) internal pure returns (bytes32) {
        bytes32[] memory allowances = new bytes32[](permission.allowances.length);
        for (uint256 i = 0; i < allowances.length; i++) {
            allowances[i] = _hashAllowance(permission.allowances[i]);
        }
        bytes32[] memory targets = new bytes32[](permission.targets.length);
        for (uint256 i = 0; i < targets.length; i++) targets[i] = _hashTarget(permission.targets[i]);
        return
            keccak256(
                bytes.concat(
                    abi.encode(
                        PERMISSION_TYPE,
                        permission.key,
                        permission.validAfter,
                        permission.validUntil,
                        permission.epoch,
                        permission.salt,
                        permission.paymaster
                    ),
                    abi.encode(
                        permission.feeLimit,
                        permission.maxCalls,
                        permission.rateCalls,
                        permission.ratePeriod,
                        keccak256(abi.encodePacked(allowances)),
                        keccak256(abi.encodePacked(targets))
                    )
                )
            );
    }

    function _hashAllowance(Allowance memory allowance) private pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    ALLOWANCE_TYPE,
                    allowance.token,
                    allowance.amount,
                    allowance.period,
                    allowance.start
                )
            );
    }

    function _hashTarget(Target memory target) private pure returns (bytes32) {
        bytes32[] memory rules = new bytes32[](target.rules.length);
        for (uint256 i = 0; i < rules.length; i++) {
            Rule memory rule = target.rules[i];
            rules[i] = keccak256(abi.encode(RULE_TYPE, rule.argument, rule.operator, rule.value));
        }
        return
            keccak256(
                abi.encode(
                    TARGET_TYPE,
                    target.to,
                    target.selector,
                    target.valueLimit,
                    keccak256(abi.encodePacked(rules))
                )
            );
    }
}
